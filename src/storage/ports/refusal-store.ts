/** A file that was read and left out, as it was then. */
export interface Refusal {
  /** Inside its source. */
  readonly path: string;
  readonly bytes: number;
  /** Milliseconds since the epoch, with what fraction the file system keeps. */
  readonly modifiedAt: number;
  /** SHA-256, hex; null where reading it was given up. */
  readonly contentHash: string | null;
  readonly reason: string;
}

/** Files that no parser takes, by source: what hasn't changed since is not read again. */
export interface RefusalStore {
  /** Those of a source, sorted by path. */
  of(source: string): Promise<readonly Refusal[]>;
  /** Puts these in the place of all that a source had. */
  replace(source: string, refusals: readonly Refusal[]): Promise<void>;
}
