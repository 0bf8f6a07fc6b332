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
}

/** Texts of so many drawers each. */
interface Windows extends Ranges {
  /** Mean length of such a text. */
  readonly average: number;
}

/**
 * Scores the chosen drawers, their windows and their documents. Only the postings of those documents are looked at: one gallop a term
 * and document, then a walk.
 *
 * @param s index of the segment among the visible ones
 * @param radii null: of the drawers alone; `documents` are those too
 */
export function lexicalFeatures(query: LexicalQuery, segment: Segment, s: number, chosen: ChosenDrawers, radii: readonly number[] | null): LexicalFeatures {
  const { starts, length } = segment.columns();
  if (radii === null) {
    const own = ownRanges(chosen, length);
    addTerms(query, s, { windows: [], widest: own, documents: own, chosen });
    return { windows: [own], documents: own };
  }
  const all = [0, ...radii];
  const windows = all.map((radius) => windowRanges(chosen, starts, length, radius, query.averageLength));
  const documents = documentRanges(chosen, starts, length);
  const texts: Texts = { windows, widest: windows[all.indexOf(Math.max(...all))] as Windows, documents, chosen };
  addTerms(query, s, texts);
  return { windows, documents };
}

function addTerms(query: LexicalQuery, s: number, texts: Texts): void {
  for (let t = 0; t < query.terms.length; t++) {
    const postings = query.postings[t]?.[s] ?? null;
    if (postings !== null) addTerm(query, t, postings, texts);
  }
}

function emptyRanges(count: number): Ranges {
  // Two pieces of memory and not five: to get one takes longer than to fill it.
  const counts = new Uint32Array(3 * count);
  const sums = new Float64Array(2 * count);
  return {
    from: counts.subarray(0, count),
    to: counts.subarray(count, 2 * count),
    lengths: counts.subarray(2 * count),
    scores: sums.subarray(0, count),
    covered: sums.subarray(count),
  };
}

/** Each drawer as a text of its own. */
function ownRanges({ ordinals }: ChosenDrawers, length: Uint32Array): Ranges {
  const ranges = emptyRanges(ordinals.length);
  for (let i = 0; i < ordinals.length; i++) {
    const ordinal = ordinals[i] as number;
    ranges.from[i] = ordinal;
    ranges.to[i] = ordinal + 1;
    ranges.lengths[i] = length[ordinal] as number;
  }
  return ranges;
}

function windowRanges(chosen: ChosenDrawers, starts: Uint32Array, length: Uint32Array, radius: number, averageLength: number): Windows {
  const count = chosen.ordinals.length;
  const ranges = emptyRanges(count);
  for (let i = 0; i < count; i++) {
    const ordinal = chosen.ordinals[i] as number;
    const document = chosen.documents[chosen.documentOf[i] as number] as number;
    ranges.from[i] = Math.max(starts[document] as number, ordinal - radius);
    ranges.to[i] = Math.min(starts[document + 1] as number, ordinal + radius + 1);
  }
  sumLengths(ranges, length);
  return { ...ranges, average: (2 * radius + 1) * averageLength };
}

function documentRanges({ documents }: ChosenDrawers, starts: Uint32Array, length: Uint32Array): Ranges {
  const ranges = emptyRanges(documents.length);
  for (let i = 0; i < documents.length; i++) {
    const document = documents[i] as number;
    ranges.from[i] = starts[document] as number;
    ranges.to[i] = starts[document + 1] as number;
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

/** All the texts that are scored. */
interface Texts {
  readonly windows: readonly Windows[];
  /** The one of `windows` that holds the others. */
  readonly widest: Ranges;
  readonly documents: Ranges;
  readonly chosen: ChosenDrawers;
}

/** Adds term t's share to every text that holds it. */
function addTerm(query: LexicalQuery, t: number, postings: Postings, { windows, widest, documents, chosen }: Texts): void {
  const { ordinals, codes } = postings;
  const { length } = ordinals;
  const { table } = query;
  const { firstOfDocument } = chosen;
  const { from, to } = documents;
  const found: number[] = [];
  let at = 0;
  for (let d = 0; d < from.length; d++) {
    at = gallop(ordinals, at, from[d] as number);
    if (at === length) return;
    const end = to[d] as number;
    if ((ordinals[at] as number) >= end) continue;
    // Occurrences in each drawer of the document that holds the term; `found[i]` belongs to posting `at + i`.
    let stop = at;
    let inDocument = 0;
    for (; stop < length && (ordinals[stop] as number) < end; stop++) {
      const code = codes[stop] as number;
      const tf = code === WIDE ? occurrences(postings, stop, table, query.fieldWeights) : (table[code] as number);
      found[stop - at] = tf;
      inDocument += tf;
    }
    addShare(query, t, documents, d, inDocument, (end - (from[d] as number)) * query.averageLength);
    if (windows.length === 0) {
      at = stop;
      continue;
    }
    const last = firstOfDocument[d + 1] as number;
    let near = at;
    for (let c = firstOfDocument[d] as number; c < last; c++) {
      const first = widest.from[c] as number;
      const beyond = widest.to[c] as number;
      while (near < stop && (ordinals[near] as number) < first) near++;
      if (near === stop) break;
      if ((ordinals[near] as number) >= beyond) continue;
      for (let w = 0; w < windows.length; w++) {
        const window = windows[w] as Windows;
        const low = window.from[c] as number;
        const high = window.to[c] as number;
        let tf = 0;
        for (let i = near; i < stop && (ordinals[i] as number) < high; i++) if ((ordinals[i] as number) >= low) tf += found[i - at] as number;
        addShare(query, t, window, c, tf, window.average);
      }
    }
    at = stop;
  }
}

/** Adds term t's share to one text. @param average mean length of such a text */
function addShare(query: LexicalQuery, t: number, { scores, covered, lengths }: Ranges, i: number, tf: number, average: number): void {
  if (tf === 0) return;
  scores[i] = (scores[i] as number) + (query.factors[t] as number) * saturation(tf, lengths[i] as number, average);
  if (query.originals[t] === true) covered[i] = (covered[i] as number) + (query.idfs[t] as number);
}
