import { type LeaseSurroundings, leaseName } from "../../ingest/hold-lease.ts";
import type { LeaseStore } from "../../storage/ports/catalog.ts";

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
 *
 * @param work gets a signal that aborts for the mark and for `signal`
 */
export async function untilCancelled<T>(
  leases: LeaseStore,
  job: string,
  { repeat }: Pick<LeaseSurroundings, "repeat">,
  signal: AbortSignal | undefined,
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
