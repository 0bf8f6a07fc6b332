import { saturation } from "../../ports/bm25.ts";
import { WIDE } from "../codec/field-counts.ts";
import type { Postings } from "../codec/postings.ts";
import type { Segment } from "../segment/segment.ts";
import type { ChosenDrawers } from "./chosen-drawers.ts";
import { occurrences } from "./field-weight-table.ts";
import type { LexicalQuery } from "./lexical-query.ts";
import { gallop } from "./sorted-lists.ts";

/** Texts made of neighbouring drawers: BM25 of each, and how much of the question's idf it holds. */
export interface RangeScores {
  readonly scores: Float64Array;
  /** Σ idf of the original terms found; not yet divided. */
  readonly covered: Float64Array;
  /** Terms in the text. */
  readonly lengths: Uint32Array;
}

/** Lexical features of chosen drawers. */
export interface LexicalFeatures {
  /** By radius, the drawer alone (0) first; then by candidate. */
  readonly windows: readonly RangeScores[];
  /** By index into `ChosenDrawers.documents`. */
  readonly documents: RangeScores;
}

/** Ranges of drawers, each a text of its own; all ascending. */
interface Ranges extends RangeScores {
  readonly from: Uint32Array;
  /** Exclusive. */
  readonly to: Uint32Array;
  /** Mean length of such a text. */
  readonly average: Float64Array;
}

/**
 * Scores the chosen drawers, their windows and their documents. Only the postings around them are looked at: one gallop a term and
 * candidate, and a walk over what lies in the widest window.
 *
 * @param s index of the segment among the visible ones
 */
export function lexicalFeatures(query: LexicalQuery, segment: Segment, s: number, chosen: ChosenDrawers, radii: readonly number[]): LexicalFeatures {
  const { starts, length } = segment.columns();
  const all = [0, ...radii];
  const windows = all.map((radius) => windowRanges(chosen, starts, length, radius, query.averageLength));
  const documents = documentRanges(chosen, starts, length, query.averageLength);
  const widest = windows[all.indexOf(Math.max(...all))] as Ranges;
  query.terms.forEach((_, t) => {
    const postings = query.postings[t]?.[s] ?? null;
    if (postings === null) return;
    scoreWindows(query, t, postings, windows, widest);
    scoreDocuments(query, t, postings, documents);
  });
  return { windows, documents };
}

function emptyRanges(count: number): Ranges {
  return {
    from: new Uint32Array(count),
    to: new Uint32Array(count),
    average: new Float64Array(count),
    lengths: new Uint32Array(count),
    scores: new Float64Array(count),
    covered: new Float64Array(count),
  };
}

function windowRanges(chosen: ChosenDrawers, starts: Uint32Array, length: Uint32Array, radius: number, averageLength: number): Ranges {
  const count = chosen.ordinals.length;
  const ranges = emptyRanges(count);
  for (let i = 0; i < count; i++) {
    const ordinal = chosen.ordinals[i] as number;
    const document = chosen.documents[chosen.documentOf[i] as number] as number;
    ranges.from[i] = Math.max(starts[document] as number, ordinal - radius);
    ranges.to[i] = Math.min(starts[document + 1] as number, ordinal + radius + 1);
  }
  ranges.average.fill((2 * radius + 1) * averageLength);
  sumLengths(ranges, length);
  return ranges;
}

function documentRanges({ documents }: ChosenDrawers, starts: Uint32Array, length: Uint32Array, averageLength: number): Ranges {
  const ranges = emptyRanges(documents.length);
  for (let i = 0; i < documents.length; i++) {
    const document = documents[i] as number;
    const from = starts[document] as number;
    const to = starts[document + 1] as number;
    ranges.from[i] = from;
    ranges.to[i] = to;
    ranges.average[i] = (to - from) * averageLength;
  }
  sumLengths(ranges, length);
  return ranges;
}

function sumLengths({ from, to, lengths }: Ranges, length: Uint32Array): void {
  for (let r = 0; r < from.length; r++) {
    let sum = 0;
    const end = to[r] as number;
    for (let o = from[r] as number; o < end; o++) sum += length[o] as number;
    lengths[r] = sum;
  }
}

function scoreWindows(query: LexicalQuery, t: number, postings: Postings, windows: readonly Ranges[], widest: Ranges): void {
  const { ordinals } = postings;
  const { length } = ordinals;
  const { from, to } = widest;
  let at = 0;
  for (let r = 0; r < from.length; r++) {
    at = gallop(ordinals, at, from[r] as number);
    if (at === length) return;
    const end = to[r] as number;
    if ((ordinals[at] as number) >= end) continue;
    let stop = at + 1;
    while (stop < length && (ordinals[stop] as number) < end) stop++;
    for (let w = 0; w < windows.length; w++) scoreRange(query, t, postings, at, stop, windows[w] as Ranges, r);
  }
}

function scoreDocuments(query: LexicalQuery, t: number, postings: Postings, documents: Ranges): void {
  const { ordinals } = postings;
  const { from, to } = documents;
  let at = 0;
  for (let r = 0; r < from.length; r++) {
    at = gallop(ordinals, at, from[r] as number);
    if (at === ordinals.length) return;
    const stop = gallop(ordinals, at, to[r] as number);
    if (stop > at) scoreRange(query, t, postings, at, stop, documents, r);
    at = stop;
  }
}

/** Adds term t's share to range r; postings `at` … `stop − 1` are those that may lie in it. */
function scoreRange(query: LexicalQuery, t: number, postings: Postings, at: number, stop: number, ranges: Ranges, r: number): void {
  const { ordinals, codes } = postings;
  const from = ranges.from[r] as number;
  const to = ranges.to[r] as number;
  const { table } = query;
  let tf = 0;
  for (let i = at; i < stop; i++) {
    const ordinal = ordinals[i] as number;
    if (ordinal < from || ordinal >= to) continue;
    const code = codes[i] as number;
    tf += code === WIDE ? occurrences(postings, i, table, query.fieldWeights) : (table[code] as number);
  }
  if (tf === 0) return;
  const { scores, covered } = ranges;
  scores[r] = (scores[r] as number) + (query.factors[t] as number) * saturation(tf, ranges.lengths[r] as number, ranges.average[r] as number);
  if (query.originals[t] === true) covered[r] = (covered[r] as number) + (query.idfs[t] as number);
}
