import type { DraftContext, FileDraft } from "../../ingest/draft-file.ts";
import type { ScannedFile } from "../../ingest/scan/scan.ts";
import type { ParseLimits } from "../../parsing/limits.ts";

/** What a drafting thread is started with. */
export interface DraftingSetup {
  readonly hallKeywords: Readonly<Record<string, readonly string[]>>;
  readonly limits: ParseLimits;
  /** The folder where Node keeps compiled code between runs; undefined where it keeps none. */
  readonly compileCache: string | undefined;
}

/** Files to be drafted, in order; and the answer: their drafts, in order. */
export interface DraftingRequest {
  readonly context: DraftContext;
  readonly files: readonly ScannedFile[];
}
export type DraftingAnswer = readonly FileDraft[];
