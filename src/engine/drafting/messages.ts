import type { DraftContext, FileDraft } from "../../ingest/draft-file.ts";
import type { ScannedFile } from "../../ingest/scan/scan.ts";
import type { ParseLimits } from "../../parsing/limits.ts";

/** What a drafting thread is started with. */
export interface DraftingSetup {
  readonly context: DraftContext;
  readonly hallKeywords: Readonly<Record<string, readonly string[]>>;
  readonly limits: ParseLimits;
}

/** Files to be drafted, in order; and the answer: their drafts, in order. */
export type DraftingRequest = readonly ScannedFile[];
export type DraftingAnswer = readonly FileDraft[];
