import type { SearchOptions } from "../model/search.ts";

/** One column of a report: a name and how it searches. The first is Loci as it stands; the others are what it must beat. */
export interface Column {
  readonly name: string;
  readonly options: SearchOptions;
}

/** Loci, BM25 alone and dense alone, and the two legs under reciprocal rank fusion. */
export const COLUMNS: readonly Column[] = [
  { name: "loci", options: {} },
  { name: "bm25", options: { mode: "lexical", fusion: "plain" } },
  { name: "dense", options: { mode: "semantic", fusion: "plain" } },
  { name: "rrf", options: { mode: "hybrid", fusion: "rrf" } },
];
