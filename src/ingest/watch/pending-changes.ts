/** How long changes are waited for. All in milliseconds but `bulkFiles`. */
export interface ChangeTiming {
  /** How long a file must be quiet. */
  readonly quiet: number;
  /** How long a file that keeps changing is waited for: a log that grows all the time is indexed every so often. */
  readonly ceiling: number;
  /** How long a quiet file waits for others of its source that aren't quiet yet, so that one run takes them all. */
  readonly grace: number;
  /** From so many changed files on, it is a bulk change (a checkout, an unpacked archive), which may wait longer. */
  readonly bulkFiles: number;
  readonly bulkGrace: number;
}

/**
 * Files of one source that changed and were not indexed yet. Knows no clock: `now` is any time in milliseconds that only rises.
 *
 * Invariant: a path is pending from its first change until it is taken; every change starts its quiet time anew, up to the ceiling.
 */
export class PendingChanges {
  readonly #timing: ChangeTiming;
  /** When each path counts as settled. */
  readonly #settles = new Map<string, number>();
  /** When each path changed first since it was taken. */
  readonly #first = new Map<string, number>();

  constructor(timing: ChangeTiming) {
    this.#timing = timing;
  }

  get size(): number {
    return this.#settles.size;
  }

  /** A path changed, came or went. */
  touch(path: string, now: number): void {
    const first = this.#first.get(path) ?? now;
    this.#first.set(path, first);
    this.#settles.set(
      path,
      Math.min(now + this.#timing.quiet, Math.max(first + this.#timing.ceiling, first + this.#timing.quiet)),
    );
  }

  /** Whether a path changed so lately that it may still be written to: a run leaves it as it is. */
  isUnsettled(path: string, now: number): boolean {
    const at = this.#settles.get(path);
    return at !== undefined && now < at;
  }

  /** The paths that are not quiet yet. */
  unsettled(now: number): readonly string[] {
    return [...this.#settles.keys()].filter((path) => this.isUnsettled(path, now));
  }

  /**
   * How long until a run should start: 0 now, null when nothing is pending. The answer may come early when more changes
   * arrive meanwhile: ask again then.
   * Cost: one pass over what is pending.
   */
  wait(now: number): number | null {
    if (this.#settles.size === 0) return null;
    const { grace, bulkFiles, bulkGrace } = this.#timing;
    let firstQuiet = Infinity;
    let lastQuiet = -Infinity;
    for (const at of this.#settles.values()) {
      firstQuiet = Math.min(firstQuiet, at);
      lastQuiet = Math.max(lastQuiet, at);
    }
    if (firstQuiet > now) return firstQuiet - now;
    const patience = firstQuiet + (this.#settles.size >= bulkFiles ? bulkGrace : grace);
    return Math.max(0, Math.min(lastQuiet, patience) - now);
  }

  /** Takes the paths that are quiet; the others stay pending. */
  take(now: number): readonly string[] {
    const taken = [...this.#settles.keys()].filter((path) => !this.isUnsettled(path, now));
    for (const path of taken) {
      this.#settles.delete(path);
      this.#first.delete(path);
    }
    return taken;
  }

  clear(): void {
    this.#settles.clear();
    this.#first.clear();
  }
}
