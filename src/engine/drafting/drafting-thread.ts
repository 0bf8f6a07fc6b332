import type { Worker } from "node:worker_threads";
import type { DraftingSetup } from "./messages.ts";

/** The thread's file: TypeScript in a checkout, JavaScript where this was compiled. */
const MAIN = new URL(`./main${import.meta.url.endsWith(".ts") ? ".ts" : ".js"}`, import.meta.url);

/** Threads that draft, each for one run. One can be started ahead, since a thread takes a tenth of a second to begin. */
export class DraftingThread {
  readonly #setup: Omit<DraftingSetup, "compileCache">;
  /** Started, and not taken yet. */
  #waiting: Worker | null = null;

  constructor(setup: Omit<DraftingSetup, "compileCache">) {
    this.#setup = setup;
  }

  /** Starts the thread for the next `take`, unless one waits already. */
  expect(): void {
    if (this.#waiting !== null) return;
    const worker = this.#start();
    this.#waiting = worker;
    worker.unref();
    // Nobody waits for this one yet: the next is started in its place, and what is wrong shows there.
    worker.on("error", () => (this.#waiting = null));
  }

  /** A thread that listens for a `DraftingRequest`; whoever takes it ends it. */
  take(): Worker {
    const worker = this.#waiting ?? this.#start();
    this.#waiting = null;
    worker.removeAllListeners("error").ref();
    return worker;
  }

  /** Ends a thread that nothing came for. */
  async close(): Promise<void> {
    const waiting = this.#waiting;
    this.#waiting = null;
    await waiting?.terminate();
  }

  #start(): Worker {
    // Asked for here, so that a process which only searches doesn't load them.
    const threads = process.getBuiltinModule("node:worker_threads");
    const { getCompileCacheDir } = process.getBuiltinModule("node:module");
    const workerData: DraftingSetup = { ...this.#setup, compileCache: getCompileCacheDir() };
    const worker = new threads.Worker(MAIN, { workerData, execArgv: [], stdout: true, stderr: true, resourceLimits: { maxOldGenerationSizeMb: this.#setup.limits.maxHeapMegabytes } });
    worker.stdout.resume();
    worker.stderr.resume();
    return worker;
  }
}
