import type { Caller } from "./caller.ts";
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

/** What may be asked beside the question. All optional. */
export interface SearchOptions {
  /** Hits at most, 1–1,000; by default 10, and up to 30 where the question asks for several things. */
  readonly limit?: number;
  /** Who asks; `owner` by default in the library and on the command line. */
  readonly caller?: Caller;
  /** For what an agent is given unasked: only what the caller's own agent may be told, for the owner `kb` and `admin`. */
  readonly own?: boolean;
  readonly wing?: string | readonly string[];
  readonly hall?: string | readonly string[];
  readonly room?: string | readonly string[];
  /** Source keys or names. */
  readonly source?: string | readonly string[];
  /** Who said it: user, assistant, tool_call, tool_result, summary, system, or `tool` for both of a tool's. */
  readonly role?: string | readonly string[];
  /** Document types. */
  readonly type?: string | readonly string[];
  /** ISO years, months, dates or times, or words such as "last week": content date at or after. */
  readonly since?: string;
  /** Content date before it, or in it: "2023-05" is to the end of May. */
  readonly until?: string;
  /** As it was known then: content dated later takes no part, and "now" is that time. */
  readonly asOf?: string;
  /** What "last week" is seen from; the clock's time by default. */
  readonly now?: string;
  readonly minScore?: number;
  /** Leaves out hits of less relevance, 0–1. */
  readonly minRelevance?: number;
  /** Shows all hits alike where weaker ones would be left out (agents) or dimmed (people); what is found is the same. */
  readonly all?: boolean;
  readonly mode?: SearchMode;
  readonly fusion?: Fusion;
  /** Fills at most so many tokens (4 characters count as one) with hits, instead of `limit`; the first stays, however long it is. */
  readonly budgetTokens?: number;
  /**
   * `message` (default): one hit a message, by its best part; a passage of a file stands for itself. `drawer`: each part of a long message by itself.
   * `document`: one hit a document, ranked as documents, for sessions and files rather than passages.
   */
  readonly groupBy?: HitUnit;
  readonly explain?: boolean;
  /**
   * Of each hit only the passage around what answers, at most about so many characters (80 to 10,000), exact; `excerpt` says which of the drawer's
   * characters they are. For agents, who pay for what they read and can expand what they want whole.
   */
  readonly passage?: number;
  /** Drawer ids that take no part, for example the message that asks. */
  readonly excludeIds?: readonly string[];
  /** Chats that take no part, by their ids; one that isn't there leaves out nothing. */
  readonly excludeChats?: readonly string[];
  readonly signal?: AbortSignal;
}

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
