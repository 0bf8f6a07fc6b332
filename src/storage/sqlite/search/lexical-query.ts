import type { CandidateQuery, QueryTerm } from "../../ports/candidates.ts";
import { ONCE, unpackCounts, WIDE, type FieldCounts, type Postings } from "../codec/postings.ts";
import { idf, saturation } from "../../ports/searched-fields.ts";
import type { Segment } from "../segment/segment.ts";

type FieldWeights = CandidateQuery["fieldWeights"];

/** Field-weighted occurrences of `counts`, as the contract has them. */
function weightedOccurrences(counts: FieldCounts, { heading, content, breadcrumb }: FieldWeights): number {
  return heading * counts.heading + content * counts.content + breadcrumb * counts.breadcrumb;
}

/** By weights: those of a project are the same from search to search. */
const tables = new WeakMap<FieldWeights, Float64Array>();

/** Field-weighted occurrences by code of counts; nothing for `WIDE`. @param weights never changed */
function weightTable(weights: FieldWeights): Float64Array {
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

/** A query's terms with their statistics and postings over the visible segments. */
export interface LexicalQuery {
  readonly terms: readonly QueryTerm[];
  /** By term. */
  readonly idfs: readonly number[];
  /** By term: weight · idf. */
  readonly factors: readonly number[];
  /** By term: whether it is a word of the question. */
  readonly originals: readonly boolean[];
  /** By term, then by segment. */
  readonly postings: readonly (readonly (Postings | null)[])[];
  /** Σ idf of the original terms. */
  readonly originalIdf: number;
  /** Visible drawers, and their mean length in terms. */
  readonly total: number;
  readonly averageLength: number;
  readonly fieldWeights: CandidateQuery["fieldWeights"];
  /** Field-weighted occurrences by code of counts. */
  readonly table: Float64Array;
  /** Saturated share of a term that stands once in the content, the commonest case by far, by the length of the drawer. */
  readonly once: Float64Array;
}

/** Lengths in terms for which `once` has a share; longer drawers are few. */
const LENGTHS = 512;
let lately: { readonly table: Float64Array; readonly averageLength: number; readonly once: Float64Array } = {
  table: new Float64Array(0),
  averageLength: 0,
  once: new Float64Array(0),
};

/** Kept: as long as nothing is written, the mean length stays. */
function sharesOfOne(table: Float64Array, averageLength: number): Float64Array {
  if (lately.table !== table || lately.averageLength !== averageLength) {
    const once = Float64Array.from({ length: LENGTHS }, (_, length) =>
      saturation(table[ONCE] as number, length, averageLength),
    );
    lately = { table, averageLength, once };
  }
  return lately.once;
}

/** Reads the postings of a query's terms and computes what the contract defines over all visible drawers. */
export function lexicalQuery(
  segments: readonly Segment[],
  query: Pick<CandidateQuery, "terms" | "fieldWeights">,
): LexicalQuery {
  let total = 0;
  let tokens = 0;
  for (const { live } of segments) {
    total += live.drawers;
    tokens += live.tokens;
  }
  const postings = query.terms.map(({ term }) => segments.map((segment) => segment.postings(term)));
  const idfs = postings.map((lists) =>
    idf(
      lists.reduce((sum, list) => sum + (list === null ? 0 : list.end - list.first), 0),
      total,
    ),
  );
  let originalIdf = 0;
  query.terms.forEach(({ original }, i) => {
    if (original) originalIdf += idfs[i] as number;
  });
  const averageLength = total === 0 ? 0 : tokens / total;
  const table = weightTable(query.fieldWeights);
  return {
    terms: query.terms,
    idfs,
    originals: query.terms.map(({ original }) => original),
    factors: query.terms.map(({ weight }, i) => weight * (idfs[i] as number)),
    postings,
    originalIdf,
    total,
    averageLength,
    fieldWeights: query.fieldWeights,
    table,
    once: sharesOfOne(table, averageLength),
  };
}
