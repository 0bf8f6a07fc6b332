import { type LeaseSurroundings, leaseName } from "../../ingest/hold-lease.ts";
import type { Job, Progress } from "../../operations/answers/run.ts";
import type { LeaseStore } from "../../storage/ports/catalog.ts";

/** Something that happened to a job. The last event of a job that has ended is `job` with its final state. */
export type JobEvent =
  | { readonly type: "progress"; readonly progress: Progress }
  | { readonly type: "job"; readonly job: Job };

/** Who hears the events of a job: those that it hasn't read yet. */
interface Listener {
  readonly unread: JobEvent[];
  wake: () => void;
}

/**
 * Passes the events of one job on to any number of listeners. Progress is a state, not a history: a listener that is slower than
 * the run gets the latest; of `job` events it gets every one.
 */
export class JobFeed {
  readonly #listeners = new Set<Listener>();
  #ended = false;

  publish(event: JobEvent): void {
    for (const { unread, wake } of this.#listeners) {
      if (event.type === "progress" && unread.at(-1)?.type === "progress") unread.pop();
      unread.push(event);
      wake();
    }
  }

  /** Nothing more will come. */
  end(): void {
    this.#ended = true;
    for (const { wake } of this.#listeners) wake();
  }

  /** Events from now on, until the job or the signal ends it. */
  async *events(signal?: AbortSignal): AsyncIterable<JobEvent> {
    const listener: Listener = { unread: [], wake: () => {} };
    this.#listeners.add(listener);
    const stop = (): void => listener.wake();
    signal?.addEventListener("abort", stop, { once: true });
    try {
      while (signal?.aborted !== true) {
        const event = listener.unread.shift();
        if (event !== undefined) yield event;
        else if (this.#ended) return;
        else await new Promise<void>((resolve) => (listener.wake = resolve));
      }
    } finally {
      this.#listeners.delete(listener);
      signal?.removeEventListener("abort", stop);
    }
  }
}

/** Asks the process that runs a job to end it. It looks every second. */
export async function markCancelled(
  leases: LeaseStore,
  job: string,
  { owner, clock }: Pick<LeaseSurroundings, "owner" | "clock">,
): Promise<void> {
  await leases.take(leaseName("cancel", job), owner, clock());
}
