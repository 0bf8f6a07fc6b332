import { idf } from "../../ports/bm25.ts";
import type { CandidateQuery, QueryTerm } from "../../ports/candidates.ts";
import type { Postings } from "../codec/postings.ts";
import type { Segment } from "../segment/segment.ts";
import { weightTable } from "./field-weight-table.ts";

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
  return {
    terms: query.terms,
    idfs,
    originals: query.terms.map(({ original }) => original),
    factors: query.terms.map(({ weight }, i) => weight * (idfs[i] as number)),
    postings,
    originalIdf,
    total,
    averageLength: total === 0 ? 0 : tokens / total,
    fieldWeights: query.fieldWeights,
    table: weightTable(query.fieldWeights),
  };
}
