import type { Scope } from "./caller.ts";

/** What a source is on disk: a tree, one file, chat exports (file or folder), text that came through a pipe, or drawers added by hand. */
export const SOURCE_KINDS = ["folder", "file", "chat", "stdin", "hand"] as const;
export type SourceKind = (typeof SOURCE_KINDS)[number];

/** How a source is to be read. `null` and `[]` mean "not said": configuration, front matter and inference decide. */
export interface SourceOptions {
  /** Null only where every document says its own in front matter. */
  readonly scope: Scope | null;
  readonly wing: string | null;
  readonly room: string | null;
  readonly include: readonly string[];
  readonly exclude: readonly string[];
  /** Transcript format of a chat source; null for the others. */
  readonly format: string | null;
  /**
   * Of a chat source whose sessions go to the projects of their repositories: `own` takes those of this project, `rest` beside them those
   * that say no folder. Null or left out: all of them.
   */
  readonly route?: "own" | "rest" | null;
  /**
   * Of a source that came from another project when the two were merged: by file (`""` for a single one) the key that it had there, by which
   * its drawers keep their ids.
   */
  readonly bornAs?: Readonly<Record<string, string>>;
}

/** What is kept of the sessions of a chat source. */
export interface KeptOfSource {
  readonly sessions: number;
  readonly messages: number;
  /** Absolute paths of the transcripts that they came from, sorted; some may be gone. */
  readonly files: readonly string[];
}

/** A folder, file or chat that is indexed, as the catalog remembers it. */
export interface Source {
  /** Made from kind and root, so the same folder has the same key in every project and after every rebuild. */
  readonly key: string;
  /** Shown to people: the folder's or file's name. Not unique. */
  readonly name: string;
  readonly kind: SourceKind;
  /** Absolute path. */
  readonly root: string;
  readonly options: SourceOptions;
  /** ISO 8601. */
  readonly addedAt: string;
  /** When the last run over it ended; null before the first. */
  readonly lastRun: string | null;
  readonly lastJob: string | null;
  /**
   * When the last run that looked at every file began; null before the first. A file whose inode changed later (renamed over, written
   * with its old time put back) is compared by content, even if its size and time are the same. ISO 8601.
   */
  readonly checkedFrom: string | null;
  /** Documents that it had after its last run; left out before the first. */
  readonly documents?: number;
  /** `incomplete`: the last run was interrupted, cancelled, or left failed files behind. */
  readonly status: "new" | "indexing" | "ready" | "incomplete";
  /**
   * Fingerprint of what besides the files' bytes decided the stored drawers (options, chunking, parser version); null while documents of several
   * fingerprints may be stored. A run with another fingerprint reads every file again. Stored catalogs call it `recipe`.
   */
  readonly recipe: string | null;
  /** Only where sources are listed, of those whose sessions are kept. */
  readonly kept?: KeptOfSource;
}

/** What a source says of its runs before the first. */
export const BEFORE_RUNS = { lastRun: null, lastJob: null, checkedFrom: null, status: "new", recipe: null } as const;
