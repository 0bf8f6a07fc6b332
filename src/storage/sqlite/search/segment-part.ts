import type { CandidateQuery } from "../../ports/candidates.ts";
import { ID_BYTES, readId } from "../codec/drawer-id.ts";
import type { Segment } from "../segment/segment.ts";
import type { SegmentColumns } from "../segment/segment-columns.ts";
import type { ChosenDrawers } from "./chosen-drawers.ts";
import type { DenseFeatures } from "./dense-retriever.ts";
import type { LexicalFeatures } from "./lexical-features.ts";

/**
 * The candidates of one segment with their features, side by side. Made for one search, and never changed. All that is read later is here, since
 * the segment may be merged away by then.
 */
export interface SegmentPart {
  readonly segment: Segment;
  readonly columns: SegmentColumns;
  /** 16 bytes a candidate. */
  readonly ids: Buffer;
  readonly numbers: Uint32Array;
  readonly drawers: ChosenDrawers;
  readonly words: LexicalFeatures;
  /** By index into `drawers.documents`: 1 where the question names the file; null where it names none at all. */
  readonly named: Uint8Array | null;
  /** As `CandidateQuery` has it. */
  readonly context: CandidateQuery["context"];
  readonly meaning: DenseFeatures | null;
  /** Σ idf of the question's own terms. */
  readonly originalIdf: number;
}

/** Id of the i-th drawer of a part. Cost: a string is made. */
export function idInPart({ ids }: SegmentPart, i: number): string {
  return readId(ids, i * ID_BYTES);
}

/** Which drawer of a part has this id; −1 when none has. Cost: a nanosecond a drawer. */
export function findInPart(part: SegmentPart, id: string): number {
  const { ids } = part;
  const first = Number.parseInt(id.slice(0, 2), 16);
  for (let i = 0; i * ID_BYTES < ids.length; i++) if (ids[i * ID_BYTES] === first && idInPart(part, i) === id) return i;
  return -1;
}

/** Number, in the index, of the document that the i-th drawer of a part stands in. */
export function documentInPart({ numbers, drawers }: SegmentPart, i: number): number {
  return numbers[drawers.documents[drawers.documentOf[i] as number] as number] as number;
}

/** Ordinal of the first drawer of that document. */
export function startInPart({ columns, drawers }: SegmentPart, i: number): number {
  return columns.starts[drawers.documents[drawers.documentOf[i] as number] as number] as number;
}
