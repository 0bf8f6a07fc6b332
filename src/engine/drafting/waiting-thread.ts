import type { Worker } from "node:worker_threads";

/** Room for a thread that was started before anybody needs it. It keeps no process alive; when it fails it is forgotten: the next is started in its place, and what is wrong shows there. */
export class WaitingThread {
  #worker: Worker | null = null;

  get isEmpty(): boolean {
    return this.#worker === null;
  }

  hold(worker: Worker): void {
    this.#worker = worker;
    worker.unref();
    worker.on("error", () => {
      if (this.#worker === worker) this.#worker = null;
    });
  }

  /** Hands it over, as it would be had it just been started; null when there is none. */
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
