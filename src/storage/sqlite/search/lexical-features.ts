import { saturation } from "../../ports/bm25.ts";
import type { Postings } from "../codec/postings.ts";
import type { Segment } from "../segment/segment.ts";
import type { ChosenDrawers } from "./chosen-drawers.ts";
import { occurrences } from "./field-weight-table.ts";
import type { LexicalQuery } from "./lexical-query.ts";
import { gallop } from "./sorted-lists.ts";

/** BM25 of ranges of drawers taken as one text each, and how much of the question's idf they hold. */
export interface RangeScores {
  readonly scores: Float64Array;
  /** Σ idf of the original terms found; not yet divided. */
  readonly covered: Float64Array;
}

/** Ranges of drawers, each a text of its own. */
interface Ranges {
  /** Ascending. */
  readonly from: Uint32Array;
  /** Exclusive; ascending. */
  readonly to: Uint32Array;
  /** Mean length of such a text. */
  readonly average: Float64Array;
}

/** Lexical features of chosen drawers. */
export interface LexicalFeatures {
  /** By radius, the drawer alone (0) first; then by candidate. */
  readonly windows: readonly RangeScores[];
  /** By index into `ChosenDrawers.documents`. */
  readonly documents: RangeScores;
  readonly documentLength: Uint32Array;
}

/**
 * Scores the chosen drawers, their windows and their documents. Only the postings around them are looked at.
 *
 * @param s index of the segment among the visible ones
 */
export function lexicalFeatures(query: LexicalQuery, segment: Segment, s: number, chosen: ChosenDrawers, radii: readonly number[]): LexicalFeatures {
  const { starts, length } = segment.columns();
  const { ordinals, documents } = chosen;
  const postings = query.postings.map((lists) => lists[s] ?? null);
  const bounds = (i: number): readonly [number, number] => {
    const document = documents[chosen.documentOf[i] as number] as number;
    return [starts[document] as number, starts[document + 1] as number];
  };
  const windows = [0, ...radii].map((radius) => {
    const ranges = emptyRanges(ordinals.length);
    ordinals.forEach((ordinal, i) => {
      const [start, end] = bounds(i);
      ranges.from[i] = Math.max(start, ordinal - radius);
      ranges.to[i] = Math.min(end, ordinal + radius + 1);
      ranges.average[i] = (2 * radius + 1) * query.averageLength;
    });
    return scoreRanges(query, postings, length, ranges).scored;
  });
  const whole = emptyRanges(documents.length);
  documents.forEach((document, i) => {
    whole.from[i] = starts[document] as number;
    whole.to[i] = starts[document + 1] as number;
    whole.average[i] = ((whole.to[i] as number) - (whole.from[i] as number)) * query.averageLength;
  });
  const { scored, lengths } = scoreRanges(query, postings, length, whole);
  return { windows, documents: scored, documentLength: lengths };
}

function emptyRanges(count: number): Ranges {
  return { from: new Uint32Array(count), to: new Uint32Array(count), average: new Float64Array(count) };
}

function scoreRanges(
  query: LexicalQuery,
  postings: readonly (Postings | null)[],
  length: Uint32Array,
  { from, to, average }: Ranges,
): { readonly scored: RangeScores; readonly lengths: Uint32Array } {
  const count = from.length;
  const scores = new Float64Array(count);
  const covered = new Float64Array(count);
  const lengths = new Uint32Array(count);
  for (let r = 0; r < count; r++) {
    let sum = 0;
    const end = to[r] as number;
    for (let o = from[r] as number; o < end; o++) sum += length[o] as number;
    lengths[r] = sum;
  }
  query.terms.forEach(({ weight, original }, t) => {
    const list = postings[t] ?? null;
    if (list === null) return;
    const { ordinals } = list;
    const idf = query.idfs[t] as number;
    const factor = weight * idf;
    let at = 0;
    for (let r = 0; r < count; r++) {
      at = gallop(ordinals, at, from[r] as number);
      if (at === ordinals.length) break;
      const end = to[r] as number;
      let tf = 0;
      for (let i = at; i < ordinals.length && (ordinals[i] as number) < end; i++) tf += occurrences(list, i, query.table, query.fieldWeights);
      if (tf === 0) continue;
      scores[r] = (scores[r] as number) + factor * saturation(tf, lengths[r] as number, average[r] as number);
      if (original) covered[r] = (covered[r] as number) + idf;
    }
  });
  return { scored: { scores, covered }, lengths };
}
