import type { Hit, Note } from "./hit.ts";

/** Which retrievers run. */
export const SEARCH_MODES = ["hybrid", "lexical", "semantic"] as const;
export type SearchMode = (typeof SEARCH_MODES)[number];

/**
 * How the retrievers become one order. `learned`: a linear combination of named features (default). `rrf`: reciprocal rank
 * fusion of the retrievers, k = 60. `plain`: the retriever's own score, BM25 or cosine, without context; a baseline.
 */
export const FUSIONS = ["learned", "rrf", "plain"] as const;
export type Fusion = (typeof FUSIONS)[number];

/** What a hit is of. */
export const HIT_UNITS = ["message", "drawer", "document"] as const;
export type HitUnit = (typeof HIT_UNITS)[number];

/** The answer to a question. */
export interface SearchResult {
  readonly query: string;
  /** The retrievers that ran. */
  readonly mode: SearchMode;
  readonly modelIdentity: string | null;
  /** Whether the first hit answers, by the calibrated probability and its threshold. */
  readonly covered: boolean;
  /** Calibrated probability that the first hits answer, 0–1. */
  readonly probability: number;
  readonly hits: readonly Hit[];
  /** From which hit on they are weaker: how many of the first hits matter, none to ten. Models get those only, unless they ask for all. */
  readonly weaker: number;
  /** Where the question asks for several things, so that hits are spread over sessions and files: how many of those they stand in. */
  readonly several?: { readonly documents: number };
  /** The filters as they were applied, and how many drawers each took away. */
  readonly filters: Readonly<Record<string, unknown>>;
  /** Milliseconds by stage. */
  readonly timings: Readonly<Record<string, number>>;
  readonly notes: readonly Note[];
  /** With `explain`: what was searched for, and near-misses. */
  readonly explanation?: SearchExplanation;
}

/** What a search did. */
export interface SearchExplanation {
  readonly terms: readonly {
    readonly term: string;
    readonly weight: number;
    readonly original: boolean;
    readonly idf: number;
  }[];
  readonly phrases: readonly (readonly string[])[];
  readonly excluded: readonly (readonly string[])[];
  readonly time: { readonly start: string; readonly end: string; readonly text: string } | null;
  readonly visible: number;
  readonly eligible: number;
  readonly removed: readonly { readonly by: string; readonly drawers: number }[];
  readonly candidates: number;
  /** The next candidates after the last hit, and by how much they lost. */
  readonly nearMisses: readonly {
    readonly id: string;
    readonly score: number;
    readonly behind: number;
    readonly weakest: string;
  }[];
}
