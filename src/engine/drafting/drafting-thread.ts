import type { Worker } from "node:worker_threads";
import type { DraftingMessage, DraftingSetup } from "./messages.ts";
import { startWorker } from "./start-worker.ts";
import { threadAhead } from "./thread-ahead.ts";

/** Threads that draft, each for one run. One can be started ahead, since a thread takes a tenth of a second to begin. */
export class DraftingThread {
  readonly #setup: DraftingSetup;
  /** Started, and not taken yet. */
  #waiting: Worker | null = null;

  constructor(setup: DraftingSetup) {
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
    const { maxHeapMegabytes } = this.#setup.limits;
    const worker = threadAhead.take(maxHeapMegabytes) ?? startWorker(maxHeapMegabytes);
    worker.postMessage({ setup: this.#setup } satisfies DraftingMessage);
    return worker;
  }
}
