import type { Answer } from "../operations/answers/answer.ts";
import type { sourceSchema } from "../operations/answers/status.ts";
import type { Scope } from "./caller.ts";

type Listed = Answer<typeof sourceSchema>;
export type SourceKind = Listed["kind"];

/** How a source is to be read. `null` and `[]` mean "not said": configuration, front matter and inference decide. */
export interface SourceOptions extends Omit<Listed["options"], "scope"> {
  readonly scope: Scope | null;
  /**
   * Of a source that came from another project when the two were merged: by file (`""` for a single one) the key that it had there, by which
   * its drawers keep their ids.
   */
  readonly bornAs?: Readonly<Record<string, string>>;
}

/** A folder, file or chat that is indexed, as the catalog remembers it. */
export interface Source extends Omit<Listed, "options" | "documents" | "drawers" | "watch"> {
  readonly options: SourceOptions;
  /**
   * When the last run that looked at every file began; null before the first. A file whose inode changed later (renamed over, written
   * with its old time put back) is compared by content, even if its size and time are the same. ISO 8601.
   */
  readonly checkedFrom: string | null;
  /** Documents that it had after its last run; left out before the first. */
  readonly documents?: number;
  /**
   * Fingerprint of what besides the files' bytes decided the stored drawers (options, chunking, parser version); null while documents of several
   * fingerprints may be stored. A run with another fingerprint reads every file again. Stored catalogs call it `recipe`.
   */
  readonly recipe: string | null;
}

/** What a source says of its runs before the first. */
export const BEFORE_RUNS = { lastRun: null, lastJob: null, checkedFrom: null, status: "new", recipe: null } as const;
