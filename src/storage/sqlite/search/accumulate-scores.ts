import { B, K1, saturation } from "../../ports/bm25.ts";
import { WIDE } from "../codec/field-counts.ts";
import type { Segment } from "../segment/segment.ts";
import { occurrences } from "./field-weight-table.ts";
import type { LexicalQuery } from "./lexical-query.ts";

/** Lengths whose share of BM25's denominator is looked up instead of computed. */
const TABLE_LENGTHS = 4096;

/** By length in terms: k1 · (1 − b + b · length / average), the part of BM25's denominator that doesn't depend on the term. */
export function lengthTable(averageLength: number): Float64Array {
  const table = new Float64Array(TABLE_LENGTHS);
  for (let length = 0; length < TABLE_LENGTHS; length++) {
    const relative = averageLength > 0 ? length / averageLength : 1;
    table[length] = K1 * (1 - B + B * relative);
  }
  return table;
}

/**
 * Adds each term's share of BM25 to the scores of the drawers that hold it, term after term in the query's order, so that a
 * score is the sum in exactly the order of the contract.
 *
 * @param s index of the segment among the visible ones
 * @param wanted 1 for drawers whose score matters, by ordinal; null: all
 * @param scores one a drawer, all 0
 * Cost: some 3 ns a posting.
 */
export function accumulateScores(query: LexicalQuery, segment: Segment, s: number, wanted: Uint8Array | null, byLength: Float64Array, scores: Float64Array): void {
  const { table } = query;
  const { length } = segment.columns();
  query.terms.forEach(({ weight }, t) => {
    const postings = query.postings[t]?.[s] ?? null;
    if (postings === null) return;
    const factor = weight * (query.idfs[t] as number);
    const { ordinals, codes } = postings;
    for (let i = 0; i < ordinals.length; i++) {
      const ordinal = ordinals[i] as number;
      if (wanted !== null && wanted[ordinal] === 0) continue;
      const code = codes[i] as number;
      const terms = length[ordinal] as number;
      if (code === WIDE || terms >= TABLE_LENGTHS) {
        const tf = occurrences(postings, i, table, query.fieldWeights);
        if (tf !== 0) scores[ordinal] = (scores[ordinal] as number) + factor * saturation(tf, terms, query.averageLength);
        continue;
      }
      const tf = table[code] as number;
      // The same operations in the same order as `saturation`; 0 for tf = 0, save where the denominator is 0 too.
      if (tf !== 0) scores[ordinal] = (scores[ordinal] as number) + factor * ((tf * (K1 + 1)) / (tf + (byLength[terms] as number)));
    }
  });
}
