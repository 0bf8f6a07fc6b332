import { AsyncLocalStorage } from "node:async_hooks";

/**
 * The one order in which leases are waited for: whoever holds one waits only for those further down. So no two processes, and no process
 * alone, can wait for each other. Above all, nobody waits for the index file under a source's lease: making the index anew takes the
 * lease of every source.
 */
const ORDER: readonly RegExp[] = [
  /^flush:/,
  /^capture:/,
  /^record-/,
  /^(?:move|migrate-model)$/,
  /^watch:/,
  /^job:/,
  /^palace-correct$/,
  /^forgetting$/,
  /^index-file$/,
  /^run:/,
  /^source:/,
  /^memory:/,
  /^catalog-record$/,
];

interface Holding {
  readonly name: string;
  active: boolean;
}

/** What the work under way holds, by its chain of calls: others of the same process may hold other leases. */
const holdings = new AsyncLocalStorage<readonly Holding[]>();

/** Works, and remembers meanwhile that it goes on under a lease. */
export async function whileHolding<T>(name: string, work: () => Promise<T>): Promise<T> {
  const holding: Holding = { name, active: true };
  try {
    return await holdings.run([...held(), holding], work);
  } finally {
    // What was begun here and goes on holds it no more.
    holding.active = false;
  }
}

/**
 * Sees to it that a lease may be waited for here. Of two sources, the first by name comes first.
 * @throws Error for a wrong order, which is a fault of the program: to wait could mean to wait without end
 */
export function requireLeaseOrder(name: string): void {
  const rank = rankOf(name);
  for (const { name: above } of held()) {
    const before = rankOf(above);
    if (before < rank || (before === rank && above < name)) continue;
    throw new Error(`the lease '${name}' was asked for under '${above}', and comes before it`);
  }
}

/** Calls back whoever asked for the work: what he begins isn't waited for by it, so it is under no lease. */
export function outsideLeases(work: () => void): void {
  holdings.run([], work);
}

const held = (): readonly Holding[] => (holdings.getStore() ?? []).filter(({ active }) => active);

function rankOf(name: string): number {
  const rank = ORDER.findIndex((kind) => kind.test(name));
  if (rank < 0) throw new Error(`the lease '${name}' has no place in the order of leases`);
  return rank;
}
