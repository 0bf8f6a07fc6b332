import type { Scope } from "../model/scope.ts";
import type { Source } from "../model/source.ts";
import type { Document } from "../model/drawer.ts";
import type { BatchWriter } from "./batch-writer.ts";
import type { IngestDependencies } from "./dependencies.ts";
import type { Progress } from "./progress.ts";
import type { Tally } from "./tally.ts";

/** One source in one run. */
export interface SourceRun {
  readonly deps: IngestDependencies;
  readonly source: Source;
  /** The scope in force where documents are silent. */
  readonly scope: Scope | null;
  /** See `PlacingInput`. */
  readonly project: string | null;
  /** What the index holds of this source, by path. */
  readonly known: ReadonlyMap<string, Document>;
  /** Files whose inode changed at or after this (milliseconds) are compared by content; see `Source.checkedFrom`. */
  readonly checkedFrom: number;
  /** Whether files that look unchanged are read all the same: another recipe, or a rebuild. */
  readonly readAll: boolean;
  /** Whether a file is still being written to: it is left as it stands. */
  readonly unsettled: (path: string) => boolean;
  readonly writer: BatchWriter;
  readonly tally: Tally;
  readonly onProgress: (phase: Progress["phase"], done: number, total: number) => void;
  readonly signal: AbortSignal | undefined;
}
