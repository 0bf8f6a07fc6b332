/** Who holds a lease. `token` is random, so a process id that is used again is somebody else. */
export interface LeaseOwner {
  readonly pid: number;
  readonly host: string;
  readonly token: string;
}

/** A right to work on something alone, kept alive by beats. */
export interface Lease {
  readonly name: string;
  readonly owner: LeaseOwner;
  /** Milliseconds since the epoch, by the owner's clock. */
  readonly takenAt: number;
  readonly beatAt: number;
}

/** What became of an attempt to take a lease. */
export type LeaseAttempt = { readonly held: true } | { readonly held: false; readonly holder: Lease };

/**
 * Leases by name. The store knows no clock and no staleness: who is stale is decided by the caller, who then replaces
 * exactly the lease that he judged. Every call is one atomic step; of several takers of one name, one wins.
 */
export interface LeaseStore {
  /**
   * Takes the lease when it is free, or when its present state is `replacing` (same token and same beat: a holder that
   * has beaten since is alive). Otherwise nothing changes and the holder is given.
   */
  take(name: string, owner: LeaseOwner, now: number, replacing?: Lease): Promise<LeaseAttempt>;
  /** States that the owner is alive. False when the lease is no longer his: he must stop writing. */
  beat(name: string, token: string, now: number): Promise<boolean>;
  /** Gives it back; nothing happens when it isn't (or no longer) his. */
  release(name: string, token: string): Promise<void>;
  /** All, sorted by name. */
  list(): Promise<readonly Lease[]>;
}
