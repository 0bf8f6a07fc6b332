import type { ScopeRule } from "./document-draft.ts";
import type { Source } from "../model/source.ts";
import type { Document } from "../model/drawer.ts";
import type { Progress } from "../operations/answers/run.ts";
import type { BatchWriter } from "./batch-writer.ts";
import type { IngestDependencies } from "./dependencies.ts";
import type { Tally } from "./tally.ts";

export interface SourceRun {
  readonly deps: IngestDependencies;
  readonly source: Source;
  readonly scope: ScopeRule;
  /** See `PlaceInput`. */
  readonly project: string | null;
  /** What the index holds of this source, by path; as it was when others last had the source. */
  readonly known: ReadonlyMap<string, Document>;
  /** Files whose inode changed at or after this (milliseconds) are compared by content; see `Source.checkedFrom`. */
  readonly checkedFrom: number;
  /** Whether files that look unchanged are read all the same: another fingerprint, or a rebuild. */
  readonly readAll: boolean;
  /** Whether a file is still being written to: it is left as it stands. */
  readonly unsettled: (path: string) => boolean;
  readonly writer: BatchWriter;
  readonly tally: Tally;
  readonly onProgress: (phase: Progress["phase"], done: number, total: number) => void;
  readonly signal: AbortSignal | undefined;
  /** Does something each time that others had the source; see `BatchWriter.pass`. */
  readonly onReturn: (work: () => void) => void;
  /** Does something when the source's run has ended, however it did. */
  readonly onEnd: (work: () => Promise<void>) => void;
}
