import { saturation } from "../../ports/bm25.ts";
import type { Postings } from "../codec/postings.ts";
import type { Segment } from "../segment/segment.ts";
import { occurrences } from "./field-weight-table.ts";
import type { LexicalQuery } from "./lexical-query.ts";
import { TABLE_CODES, TABLE_LENGTHS } from "./saturation-table.ts";

/**
 * Adds each term's share of BM25 to the scores of the drawers that hold it, term after term in the query's order, so that a
 * score is the sum in exactly the order of the contract.
 *
 * @param s index of the segment among the visible ones
 * @param wanted 1 for drawers whose score matters, by ordinal; null: all
 * @param saturated a `SaturationTables` table for the query's weights and mean length
 * @param scores one a drawer, all 0
 * Cost: some 4 ns a posting.
 */
export function accumulateScores(query: LexicalQuery, segment: Segment, s: number, wanted: Uint8Array | null, saturated: Float64Array, scores: Float64Array): void {
  const { length } = segment.columns();
  for (let t = 0; t < query.terms.length; t++) {
    const postings = query.postings[t]?.[s] ?? null;
    if (postings === null) continue;
    const factor = query.factors[t] as number;
    if (wanted === null) addToAll(query, factor, postings, length, saturated, scores);
    else addToWanted(query, factor, postings, length, wanted, saturated, scores);
  }
}

function addToAll(query: LexicalQuery, factor: number, postings: Postings, length: Uint32Array, saturated: Float64Array, scores: Float64Array): void {
  const { ordinals, codes } = postings;
  for (let i = 0; i < ordinals.length; i++) {
    const ordinal = ordinals[i] as number;
    const code = codes[i] as number;
    const terms = length[ordinal] as number;
    const share = code < TABLE_CODES && terms < TABLE_LENGTHS ? (saturated[code * TABLE_LENGTHS + terms] as number) : shareOf(query, postings, i, terms);
    scores[ordinal] = (scores[ordinal] as number) + factor * share;
  }
}

function addToWanted(
  query: LexicalQuery,
  factor: number,
  postings: Postings,
  length: Uint32Array,
  wanted: Uint8Array,
  saturated: Float64Array,
  scores: Float64Array,
): void {
  const { ordinals, codes } = postings;
  for (let i = 0; i < ordinals.length; i++) {
    const ordinal = ordinals[i] as number;
    if (wanted[ordinal] === 0) continue;
    const code = codes[i] as number;
    const terms = length[ordinal] as number;
    const share = code < TABLE_CODES && terms < TABLE_LENGTHS ? (saturated[code * TABLE_LENGTHS + terms] as number) : shareOf(query, postings, i, terms);
    scores[ordinal] = (scores[ordinal] as number) + factor * share;
  }
}

function shareOf(query: LexicalQuery, postings: Postings, i: number, terms: number): number {
  return saturation(occurrences(postings, i, query.table, query.fieldWeights), terms, query.averageLength);
}
