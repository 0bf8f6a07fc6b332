import { type LeaseSurroundings, leaseName } from "../../ingest/hold-lease.ts";
import type { Progress } from "../../ingest/source-run.ts";
import type { Job } from "../../operations/answers/run.ts";
import type { LeaseStore } from "../../storage/ports/catalog.ts";

/** Something that happened to a job. The last event of a job that has ended is `job` with its final state. */
export type JobEvent =
  | { readonly type: "progress"; readonly progress: Progress }
  | { readonly type: "job"; readonly job: Job };

/**
 * Passes the events of one job on to any number of listeners. Progress is a state, not a history: a listener that is slower than
 * the run gets the latest and misses none of the others' meaning; of `job` events it gets every one.
 */
export class JobFeed {
  readonly #listeners = new Set<Listener>();
  #ended = false;

  publish(event: JobEvent): void {
    for (const listener of this.#listeners) listener.take(event);
  }

  /** Nothing more will come. */
  end(): void {
    this.#ended = true;
    for (const listener of this.#listeners) listener.end();
  }

  /** Events from now on, until the job or the signal ends it. */
  async *events(signal?: AbortSignal): AsyncIterable<JobEvent> {
    const listener = new Listener();
    this.#listeners.add(listener);
    if (this.#ended) listener.end();
    const stop = (): void => listener.end();
    signal?.addEventListener("abort", stop, { once: true });
    try {
      for (let event = await listener.next(); event !== null && signal?.aborted !== true; event = await listener.next())
        yield event;
    } finally {
      this.#listeners.delete(listener);
      signal?.removeEventListener("abort", stop);
    }
  }
}

class Listener {
  readonly #jobs: JobEvent[] = [];
  #progress: JobEvent | null = null;
  #ended = false;
  #wake: () => void = () => {};

  take(event: JobEvent): void {
    if (event.type === "job") this.#jobs.push(event);
    else this.#progress = event;
    this.#wake();
  }

  end(): void {
    this.#ended = true;
    this.#wake();
  }

  /** The next event; null at the end. */
  async next(): Promise<JobEvent | null> {
    for (;;) {
      // A job's state comes before the progress that arrived with it; the final state comes after all progress.
      const event =
        this.#progress !== null && this.#jobs.length <= 1 && this.#ended
          ? this.#progress
          : (this.#jobs[0] ?? this.#progress);
      if (event !== null && event !== undefined) {
        if (event === this.#progress) this.#progress = null;
        else this.#jobs.shift();
        return event;
      }
      if (this.#ended) return null;
      await new Promise<void>((resolve) => (this.#wake = resolve));
    }
  }
}

/** How often a running job looks whether another process wants it to end. */
const LOOK_MS = 1_000;

/** Asks the process that runs a job to end it. It looks every second. */
export async function markCancelled(
  leases: LeaseStore,
  job: string,
  { owner, clock }: Pick<LeaseSurroundings, "owner" | "clock">,
): Promise<void> {
  await leases.take(leaseName("cancel", job), owner, clock());
}

/**
 * Does work that another process may cancel through the catalog.
 * @param work gets a signal that aborts for the mark and for `signal`
 */
export async function untilCancelled<T>(
  { leases, job, signal }: { leases: LeaseStore; job: string; signal: AbortSignal | undefined },
  { repeat }: Pick<LeaseSurroundings, "repeat">,
  work: (signal: AbortSignal) => Promise<T>,
): Promise<T> {
  const marked = new AbortController();
  const stop = repeat(LOOK_MS, () => {
    leases
      .list()
      .then((all) => {
        if (all.some(({ name }) => name === leaseName("cancel", job))) marked.abort();
      })
      // The catalog is busy for once: the next look comes in a second.
      .catch(() => false);
  });
  try {
    return await work(signal === undefined ? marked.signal : AbortSignal.any([signal, marked.signal]));
  } finally {
    stop();
    const mark = (await leases.list()).find(({ name }) => name === leaseName("cancel", job));
    if (mark !== undefined) await leases.release(mark.name, mark.owner.token);
  }
}
