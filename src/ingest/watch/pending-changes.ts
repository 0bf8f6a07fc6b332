/** How long a file that keeps changing is waited for, milliseconds: a log that grows all the time is indexed every so often. */
const CEILING_MS = 10_000;
/** How long a quiet file waits for others of its source, so that one run takes them all: a save is searchable one second after its quiet time. */
const GRACE_MS = 400;
/** From so many changed files on, it is a bulk change (a checkout, an unpacked archive), which may wait longer. */
const BULK_FILES = 20;
const BULK_GRACE_MS = 5_000;

/**
 * Files of one source that changed and were not indexed yet. Knows no clock: `now` is any time in milliseconds that only rises.
 *
 * Invariant: a path is pending from its first change until it is taken; every change starts its quiet time anew, up to the ceiling.
 */
export class PendingChanges {
  readonly #quiet: number;
  /** When each path counts as settled. */
  readonly #settles = new Map<string, number>();
  /** When each path changed first since it was taken. */
  readonly #first = new Map<string, number>();

  /** @param quiet how long a file must be quiet, milliseconds */
  constructor(quiet: number) {
    this.#quiet = quiet;
  }

  get size(): number {
    return this.#settles.size;
  }

  /** A path changed, came or went. */
  touch(path: string, now: number): void {
    const first = this.#first.get(path) ?? now;
    this.#first.set(path, first);
    this.#settles.set(path, Math.min(now + this.#quiet, Math.max(first + CEILING_MS, first + this.#quiet)));
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
    let firstQuiet = Infinity;
    let lastQuiet = -Infinity;
    for (const at of this.#settles.values()) {
      firstQuiet = Math.min(firstQuiet, at);
      lastQuiet = Math.max(lastQuiet, at);
    }
    if (firstQuiet > now) return firstQuiet - now;
    const patience = firstQuiet + (this.#settles.size >= BULK_FILES ? BULK_GRACE_MS : GRACE_MS);
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
