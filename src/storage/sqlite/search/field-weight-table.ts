import type { CandidateQuery } from "../../ports/candidates.ts";
import { unpackCounts, WIDE, type FieldCounts } from "../codec/field-counts.ts";
import type { Postings } from "../codec/postings.ts";

type FieldWeights = CandidateQuery["fieldWeights"];

/** Field-weighted occurrences of `counts`, as the contract has them. */
function weightedOccurrences(counts: FieldCounts, { heading, content, breadcrumb }: FieldWeights): number {
  return heading * counts.heading + content * counts.content + breadcrumb * counts.breadcrumb;
}

/** By weights: those of a project are the same from search to search. */
const tables = new WeakMap<FieldWeights, Float64Array>();

/** Field-weighted occurrences by code of counts; nothing for `WIDE`. @param weights never changed */
export function weightTable(weights: FieldWeights): Float64Array {
  let table = tables.get(weights);
  if (table === undefined) {
    table = new Float64Array(256);
    for (let code = 0; code < WIDE; code++) table[code] = weightedOccurrences(unpackCounts(code), weights);
    tables.set(weights, table);
  }
  return table;
}

/** Field-weighted occurrences of the posting at place `i`. */
export function occurrences(postings: Postings, i: number, table: Float64Array, weights: FieldWeights): number {
  const code = postings.codes[i] as number;
  if (code !== WIDE) return table[code] as number;
  const counts = postings.wide?.get(i - postings.first);
  return counts === undefined ? 0 : weightedOccurrences(counts, weights);
}
