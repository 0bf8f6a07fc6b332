import type { DraftContext, FileDraft } from "../../ingest/draft-file.ts";
import type { ScannedFile } from "../../ingest/scan/scan.ts";
import type { ParseLimits } from "../../parsing/limits.ts";

/** What a drafting thread is told first. */
export interface DraftingSetup {
  readonly hallKeywords: Readonly<Record<string, readonly string[]>>;
  readonly limits: ParseLimits;
}

/** What a drafting thread is sent: its setup, then requests. */
export type DraftingMessage = { readonly setup: DraftingSetup } | DraftingRequest;

/** Files to be drafted, in order; and the answer: their drafts, in order. */
export interface DraftingRequest {
  readonly context: DraftContext;
  readonly files: readonly ScannedFile[];
}
export type DraftingAnswer = readonly FileDraft[];
