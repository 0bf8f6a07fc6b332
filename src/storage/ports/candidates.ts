import type { DrawerFilter, RankedCandidate } from "../../model/search.ts";
import type { VisibleScopes } from "../../model/caller.ts";
import type { QuantisedVector } from "../../model/vector.ts";

/** A term of the question, in the form that `text/analyzer.ts` gives for indexing. */
export interface QueryTerm {
  readonly term: string;
  /** Multiplies the term's BM25 share; 1 for a word of the question, less for an expansion. > 0. */
  readonly weight: number;
  /** Whether it counts for coverage: true for words of the question, or what stands for a misspelt one; false for expansions. */
  readonly original: boolean;
}

/**
 * What to look for. The features are defined on the *visible* drawers, before `filter` narrows what may be returned:
 *
 * - N, n_t, avglen: number of visible drawers, of those that hold term t (any field), mean length in terms (all fields).
 * - tf_t(o) = Σ over fields of fieldWeight · occurrences in drawer o; len(o) = terms of all fields of o.
 * - idf_t = ln((N + 20 − n_t + 0.5) / (n_t + 0.5)), or 1e-6 where that is ≤ 0; see `UNSEEN_DRAWERS` for the 20.
 * - bm25(tf, len, avg) = Σ_t weight_t · idf_t · tf_t · (k1 + 1) / (tf_t + k1 · (1 − b + b · len / avg)), k1 = 1.2, b = 0.75,
 *   summed in the order of `terms`, in double precision.
 * - lexical(o) = bm25(tf(o), len(o), avglen).
 * - Drawers of a document that follow each other and but for the first have `Signal.continues` are one message (a passage of a file is one by itself).
 * - window_r(o): the same for o's message with the r messages before and after it in its document (clipped) as one text: tf and len summed,
 *   avg = (2r+1) · avglen.
 * - coverage = Σ idf of original terms with tf > 0 / Σ idf of all original terms (0 without original terms).
 * - Fields and their texts are those of `searchedFields`; terms are those of `text/analyzer.ts`.
 * - dense(o) = cosine of the query vector and o's vector, as the quantised components have it; 0 without a vector.
 */
export interface CandidateQuery {
  readonly visible: VisibleScopes;
  /** Applied before any cut. */
  readonly filter: DrawerFilter;
  /** Distinct terms; may be empty (then only the dense retriever runs). */
  readonly terms: readonly QueryTerm[];
  /** Token sequences that a drawer must hold, each contiguous within one field, else it is no candidate. */
  readonly phrases: readonly (readonly string[])[];
  /** Token sequences that a drawer must not hold. One-word exclusions are sequences of one. */
  readonly excluded: readonly (readonly string[])[];
  /** Names of files that the question mentions, folded; see `namesFile`. */
  readonly files: readonly string[];
  /** Null: lexical only. */
  readonly vector: QuantisedVector | null;
  readonly fieldWeights: { readonly heading: number; readonly content: number; readonly breadcrumb: number };
  /** Radii of the windows, ascending, for example [1, 3, 6]. */
  readonly radii: readonly number[];
  /**
   * Whose neighbours and documents are looked at. `messages`: a candidate that is no message has no windows, and its own values in the
   * place of those of its neighbours and its document; for files that saves a third of the work.
   */
  readonly context: "all" | "messages";
  /**
   * How much of a neighbour's lexical score counts when the lexical pool is chosen, by distance:
   * prior(o) = lexical(o) + Σ_d spread[d−1] · (lexical(o−d) + lexical(o+d)), inside o's document.
   */
  readonly spread: readonly number[];
  /** The pool: the best by prior(o) > 0 united with the best by dense(o) > 0. */
  readonly pool: { readonly lexical: number; readonly dense: number };
  readonly signal?: AbortSignal;
}

/** What a query says that looks for a text's own words alone, without ranking by their surroundings. */
export const PLAIN_QUERY: Omit<CandidateQuery, "visible" | "terms" | "pool"> = {
  filter: {},
  phrases: [],
  excluded: [],
  files: [],
  vector: null,
  fieldWeights: { heading: 0, content: 1, breadcrumb: 0 },
  radii: [],
  context: "messages",
  spread: [],
};

/** Words as the terms of a question, each once. */
export const plainTerms = (terms: readonly string[]): readonly QueryTerm[] =>
  [...new Set(terms)].map((term) => ({ term, weight: 1, original: true }));

export interface Candidate extends RankedCandidate {
  readonly id: string;
  /** Equal for candidates of the same document, and for no others; nothing else may be read from it. */
  readonly document: number;
}

/** The answer to a `CandidateQuery`. */
export interface CandidateSet {
  /** In no order that may be relied on. */
  readonly candidates: readonly Candidate[];
  /** The largest lexical score that a drawer could reach: (k1 + 1) · Σ weight · idf. For calibration; 0 without terms. */
  readonly lexicalBound: number;
  /** idf of each term of the query, in order. */
  readonly idf: readonly number[];
  /** Visible drawers, and those left by filter, phrases and exclusions. */
  readonly visible: number;
  readonly eligible: number;
  /**
   * What each part of the filter took away, one entry a part that the query has, applied in this order and named so:
   * `wings, halls, rooms, places, sources, documentTypes, elementTypes, roles, paths, since, before, excludeSources, excludeIds, phrases, excluded`.
   */
  readonly removed: readonly { readonly by: string; readonly drawers: number }[];
  /** Drawers without a vector among the visible: more than 0 means that the dense retriever is incomplete. */
  readonly withoutVector: number;
  /** Whether the dense pool was chosen by estimates, so that it may lack a drawer that belongs there. */
  readonly approximate: boolean;
  readonly sequence: number;
}
