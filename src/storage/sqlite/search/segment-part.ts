import type { CandidateQuery } from "../../ports/candidates.ts";
import { ID_BYTES, readId } from "../codec/drawer-id.ts";
import type { Segment } from "../segment/segment.ts";
import type { SegmentColumns } from "../segment/segment-columns.ts";
import type { ChosenDrawers } from "./chosen-drawers.ts";
import type { DenseFeatures } from "./dense-leg.ts";
import type { LexicalFeatures, RangeScores } from "./lexical-features.ts";

/** The candidates of one segment with their features, side by side. Made for one search, and never changed. */
export interface SegmentPart {
  readonly segment: Segment;
  readonly columns: SegmentColumns;
  readonly drawers: ChosenDrawers;
  readonly words: LexicalFeatures;
  /** As `CandidateQuery` has it. */
  readonly context: CandidateQuery["context"];
  /** Of `words`: the drawers themselves, and their windows. */
  readonly own: RangeScores;
  readonly windows: readonly RangeScores[];
  readonly meaning: DenseFeatures | null;
  /** Σ idf of the question's own terms. */
  readonly originalIdf: number;
}

/** Id of the i-th drawer of a part. Cost: a string is made. */
export function idInPart({ segment, drawers }: SegmentPart, i: number): string {
  return readId(segment.ids(), (drawers.ordinals[i] as number) * ID_BYTES);
}
