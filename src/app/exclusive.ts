import type { SearchIndex } from "../storage/ports/search-index.ts";
import type { OpenedProject, System } from "./opened-project.ts";
import { type HeldLease, holdLease } from "../ingest/hold-lease.ts";
import { whileHolding } from "../ingest/lease-order.ts";
import type { Catalog } from "../storage/ports/catalog.ts";

/** Serialises work by key: each task begins when the previous one has ended, whatever its result. */
export class Turns {
  readonly #last = new Map<string, Promise<unknown>>();

  async run<T>(key: string, work: () => Promise<T>): Promise<T> {
    const turn = (this.#last.get(key) ?? Promise.resolve()).then(work, work);
    this.#last.set(key, turn);
    try {
      return await turn;
    } finally {
      if (this.#last.get(key) === turn) this.#last.delete(key);
    }
  }
}

/** Milliseconds to wait for another holder: a run over a few files takes seconds. */
const PATIENCE_MS = 60_000;

/**
 * Works under a lease, which is given back however the work ends.
 * @param asked its name (see `leaseName`), and milliseconds that its holder is waited for, a minute where nothing is said; `signal` ends the wait, not the work
 * @throws LociError `SOURCE_BUSY` when the wait was too long
 */
export async function underLease<T>(
  { catalog, system }: { readonly catalog: Pick<Catalog, "leases">; readonly system: Pick<System, "lease"> },
  asked: string | { readonly name: string; readonly patience: number; readonly signal?: AbortSignal },
  work: (lease: HeldLease) => Promise<T>,
): Promise<T> {
  const { name, ...waiting } = typeof asked === "string" ? { name: asked, patience: PATIENCE_MS } : asked;
  const lease = await holdLease({ leases: catalog.leases, name }, system.lease, waiting);
  try {
    return await whileHolding(name, () => work(lease));
  } finally {
    await lease.release();
  }
}

/** One correction at a time, over all processes: whether a name is free must still hold when it is given. */
export const correctAlone = async <T>(project: OpenedProject, work: (index: SearchIndex) => Promise<T>): Promise<T> =>
  await underLease(project, "palace-correct", () => project.indexHandle.use(work));

/** How long one request works before others have their turn, milliseconds: with the longest piece that follows less than 50. */
const TURN_MS = 10;

/**
 * Lets others have their turn of the event loop where some work has gone on for 10 ms: called between its pieces, each of which takes 30 at most.
 * @param timer milliseconds that only rise
 * @example const pass = letOthers(system.timer); for (const piece of pieces) { work(piece); await pass(); }
 */
export function letOthers(timer: () => number): () => Promise<void> {
  let began = timer();
  return async () => {
    if (timer() - began < TURN_MS) return;
    await new Promise(setImmediate);
    began = timer();
  };
}
