import type { Lease } from "../storage/ports/catalog.ts";

/** What was seen of a lease when it had changed last. */
interface Observation {
  readonly token: string;
  readonly beat: number;
  /** When, by the observer's own timer. */
  readonly since: number;
}

/**
 * How long leases have shown no beat, as one observer has seen it: by his own timer alone, since the clocks of two processes may be hours apart.
 * A beat is any change of the lease, whatever time it names.
 */
export class LeaseSilence {
  readonly #seen = new Map<string, Observation>();
  readonly #timer: () => number;

  /** @param timer milliseconds that only rise */
  constructor(timer: () => number) {
    this.#timer = timer;
  }

  /** Milliseconds since the lease was first seen as it is: 0 at the first look at it. */
  of({ name, owner, beatAt }: Lease): number {
    const now = this.#timer();
    const before = this.#seen.get(name);
    if (before?.token === owner.token && before.beat === beatAt) return now - before.since;
    this.#seen.set(name, { token: owner.token, beat: beatAt, since: now });
    return 0;
  }

  /** Forgets what is held no more. @param existing names of all leases that there are */
  keep(existing: ReadonlySet<string>): void {
    for (const name of this.#seen.keys()) if (!existing.has(name)) this.#seen.delete(name);
  }
}
