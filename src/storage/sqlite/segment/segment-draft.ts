import type { Scope } from "../../../model/scope.ts";
import type { TermPages } from "../codec/term-pages.ts";
import type { SegmentColumns } from "./segment-columns.ts";

/** What is counted of a document, and summed for a segment. */
export interface Tally {
  readonly drawers: number;
  readonly vectors: number;
  readonly tokens: number;
  readonly textBytes: number;
}

/** A segment ready to be written, made without looking at the database; its documents have no numbers yet. */
export interface SegmentDraft {
  readonly scope: Scope;
  readonly columns: SegmentColumns;
  /** 16 bytes a drawer. */
  readonly ids: Uint8Array;
  readonly terms: TermPages;
  /** Null when no drawer has a vector. */
  readonly vectors: DraftVectors | null;
  /** One a document, in order. */
  readonly tallies: readonly Tally[];
}

/** Vectors of a draft. */
export interface DraftVectors {
  readonly dimension: number;
  /**
   * The pages as they are stored: `dimension` bytes a drawer, zeros for one without a vector, `vectorsAPage` drawers a page. Asked
   * for once, one after the other, so that a merge never holds all of them.
   */
  readonly pages: () => Iterable<Uint8Array>;
  /** NaN for a drawer without a vector. */
  readonly inverseNorms: Float32Array;
}

/** Sum of tallies. */
export function sumTallies(tallies: readonly Tally[]): Tally {
  let drawers = 0;
  let vectors = 0;
  let tokens = 0;
  let textBytes = 0;
  for (const tally of tallies) {
    drawers += tally.drawers;
    vectors += tally.vectors;
    tokens += tally.tokens;
    textBytes += tally.textBytes;
  }
  return { drawers, vectors, tokens, textBytes };
}
