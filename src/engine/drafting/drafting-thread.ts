import type { Worker } from "node:worker_threads";
import type { DraftingMessage, DraftingSetup } from "./messages.ts";
import { startWorker } from "./start-worker.ts";
import { threadAhead } from "./thread-ahead.ts";
import { WaitingThread } from "./waiting-thread.ts";

/** Threads that draft, each for one run. One can be started ahead, since a thread takes a tenth of a second to begin. */
export class DraftingThread {
  readonly #setup: DraftingSetup;
  readonly #waiting = new WaitingThread();

  constructor(setup: DraftingSetup) {
    this.#setup = setup;
  }

  /** Starts the thread for the next `take`, unless one waits already. */
  expect(): void {
    if (this.#waiting.isEmpty) this.#waiting.hold(this.#start());
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
    const worker = threadAhead.take(maxHeapMegabytes) ?? startWorker(maxHeapMegabytes);
    worker.postMessage({ setup: this.#setup } satisfies DraftingMessage);
    return worker;
  }
}
