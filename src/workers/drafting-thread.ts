import type { Worker } from "node:worker_threads";
import type { ParseLimits } from "../parsing/parser-input.ts";
import type { DraftContext, FileDraft } from "../ingest/draft-file.ts";
import type { ScannedFile } from "../ingest/scan/scan.ts";

/**
 * Holds a thread that was started ahead. It keeps no process alive. A failed one is
 * dropped; the next is started instead and reports the error.
 */
class WaitingThread {
  #worker: Worker | null = null;

  get isEmpty(): boolean {
    return this.#worker === null;
  }

  put(worker: Worker): void {
    this.#worker = worker;
    worker.unref();
    worker.on("error", () => {
      if (this.#worker === worker) this.#worker = null;
    });
  }

  /** Gives the thread away, as if it had just been started; null when there is none. */
  take(): Worker | null {
    const worker = this.#worker;
    this.#worker = null;
    worker?.removeAllListeners("error").ref();
    return worker;
  }

  /** Ends it, if nobody took it. */
  async end(): Promise<void> {
    const worker = this.#worker;
    this.#worker = null;
    await worker?.terminate();
  }
}

/** The thread's file: TypeScript in a checkout, JavaScript where this was compiled. */
const MAIN = new URL(`./drafting-main${import.meta.url.endsWith(".ts") ? ".ts" : ".js"}`, import.meta.url);

/**
 * Starts a thread that drafts what it is told to, once it is told how: see messages.ts. @param maxHeapMegabytes it
 * ends with `ERR_WORKER_OUT_OF_MEMORY` when it needs more
 */
function startWorker(maxHeapMegabytes: number): Worker {
  // Asked for here, so that a process which only searches doesn't load them.
  const threads = process.getBuiltinModule("node:worker_threads");
  const { getCompileCacheDir } = process.getBuiltinModule("node:module");
  const worker = new threads.Worker(MAIN, {
    workerData: getCompileCacheDir(),
    execArgv: [],
    stdout: true,
    stderr: true,
    resourceLimits: { maxOldGenerationSizeMb: maxHeapMegabytes },
  });
  worker.stdout.resume();
  worker.stderr.resume();
  return worker;
}

/** Threads that draft, each for one run. One can be started ahead, since a thread takes a tenth of a second to begin. */
export class DraftingThread {
  readonly #setup: DraftingSetup;
  readonly #waiting = new WaitingThread();

  constructor(setup: DraftingSetup) {
    this.#setup = setup;
  }

  /** Starts the thread for the next `take`, unless one waits already. */
  expect(): void {
    if (this.#waiting.isEmpty) this.#waiting.put(this.#start());
  }

  /** A thread that listens for a `DraftingRequest`; whoever takes it ends it. */
  take(): Worker {
    return this.#waiting.take() ?? this.#start();
  }

  /** Ends a thread that nothing came for. */
  async close(): Promise<void> {
    await this.#waiting.end();
  }

  #start(): Worker {
    const { maxHeapMegabytes } = this.#setup.limits;
    const worker = startWorker(maxHeapMegabytes);
    worker.postMessage({ setup: this.#setup } satisfies DraftingMessage);
    return worker;
  }
}

/** What a drafting thread is told first. */
interface DraftingSetup {
  readonly hallKeywords: Readonly<Record<string, readonly string[]>>;
  readonly limits: ParseLimits;
}

/** What a drafting thread is sent: its setup, then requests. */
export type DraftingMessage = { readonly setup: DraftingSetup } | DraftingRequest;

/** Files to be drafted, in order; and the answer: their drafts, in order. */
export interface DraftingRequest {
  readonly context: DraftContext;
  readonly files: readonly ScannedFile[];
}
export type DraftingAnswer = readonly FileDraft[];
