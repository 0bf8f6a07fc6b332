import { holdsSequence, searchedTerms } from "../../ports/searched-fields.ts";
import type { Postings } from "../codec/postings.ts";
import type { PassageReader } from "../drawers/passage-reader.ts";
import type { Segment } from "../segment/segment.ts";
import { intersect } from "./sorted-lists.ts";

/**
 * Finds drawers that hold token sequences contiguously within one searched text. Postings say which drawers hold all the terms;
 * whether they stand side by side is read in the text.
 */
export class SequenceFinder {
  private readonly passages: PassageReader;
  private readonly cut = new Map<string, readonly (readonly string[])[]>();

  constructor(passages: PassageReader) {
    this.passages = passages;
  }

  /** Live drawers of `segment` among `mask` (null: all) that hold `sequence`, ascending. Every drawer holds the empty sequence. */
  matching(segment: Segment, sequence: readonly string[], mask: Uint8Array): readonly number[] {
    if (sequence.length === 0) {
      const all: number[] = [];
      for (let o = 0; o < mask.length; o++) if (mask[o] === 1) all.push(o);
      return all;
    }
    const lists = [...new Set(sequence)].map((term) => ordinalsOf(segment.postings(term)));
    const together = intersect(lists).filter((ordinal) => mask[ordinal] === 1);
    if (sequence.length === 1) return together;
    return together.filter((ordinal) => holdsSequence(this.sequences(segment, ordinal), sequence));
  }

  private sequences(segment: Segment, ordinal: number): readonly (readonly string[])[] {
    const key = `${segment.number}:${ordinal}`;
    const known = this.cut.get(key);
    if (known !== undefined) return known;
    const { starts } = segment.columns();
    const index = documentOf(starts, ordinal);
    const record = this.passages.record(segment.numbers()[index] as number, ordinal - (starts[index] as number));
    const sequences = Array.from(searchedTerms(record), ([, terms]) => terms);
    this.cut.set(key, sequences);
    return sequences;
  }
}

/** Index of the document that drawer `ordinal` stands in. */
export function documentOf(starts: Uint32Array, ordinal: number): number {
  let low = 0;
  let high = starts.length - 1;
  while (high - low > 1) {
    const middle = (low + high) >>> 1;
    if ((starts[middle] as number) <= ordinal) low = middle;
    else high = middle;
  }
  return low;
}

function ordinalsOf(postings: Postings | null): Uint32Array {
  return postings === null ? new Uint32Array(0) : postings.ordinals.subarray(postings.first, postings.end);
}
