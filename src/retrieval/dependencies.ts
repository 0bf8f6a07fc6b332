import type { EmbeddingProvider } from "../embedding/port.ts";
import type { Unrelated } from "../model/vector.ts";
import type { VisibleScopes } from "../model/caller.ts";
import type { DrawerFilter } from "../model/filter.ts";
import type { NoteNames } from "../palace/graph/note-names.ts";
import type { PalaceNames } from "../palace/names.ts";
import type { IndexReader } from "../storage/ports/search-index.ts";
import type { SourceName } from "./resolve-filter.ts";
import { SEARCH } from "../model/requests/index.ts";
import type { Fusion, SearchMode } from "../model/search.ts";
import type { ExpansionOptions } from "./expand-terms.ts";

/** What a search needs from outside. */
export interface SearchDependencies {
  readonly index: IndexReader;
  /** Null: no model is there, search runs lexically and says so. */
  readonly provider: EmbeddingProvider | null;
  /** The words that are near a word, whatever model embeds; null: questions aren't widened by similar words. */
  readonly lexicon: Pick<EmbeddingProvider, "similarWords"> | null;
  /** How the cosines of unrelated texts lie for a model. */
  readonly unrelated: (model: EmbeddingProvider) => Promise<Unrelated>;
  readonly settings: RecallSettings;
  readonly sources: () => Promise<readonly SourceName[]>;
  /** How places are called for who sees these scopes, to narrow this filter and for stored places; without it, as they are stored. */
  readonly names?: (visible: VisibleScopes, filter: DrawerFilter) => Promise<PalaceNames>;
  /** The documents of a source, of those that who sees these scopes may see, by the names that links between notes call them. */
  readonly notes: (source: string, visible: VisibleScopes) => Promise<NoteNames>;
  /** Past accesses of drawers, for activation: the newest 50 of each, with the weight of their kind. Drawers without any are left out. */
  readonly accesses: (
    ids: readonly string[],
  ) => Promise<ReadonlyMap<string, readonly { readonly time: number; readonly weight: number }[]>>;
  /** Milliseconds since the epoch. */
  readonly now: () => number;
  /** Milliseconds that only rise, for timings. */
  readonly timer: () => number;
}

/** How recall is set: the section `recall` of the configuration, with the constants that evaluation chose. */
export interface RecallSettings {
  readonly mode: SearchMode;
  readonly fusion: Fusion;
  /** Hits where a search doesn't say how many; a question for several things may give `SEVERAL_DEPTH` times as many. */
  readonly limit: number;
  /** Whether questions are widened by similar words. */
  readonly expansion: boolean;
  readonly expand: ExpansionOptions;
  /** Candidates by words; at least twice the limit is taken. As many by meaning where there are no words to look for, or both count alike (`rrf`, `plain`). */
  readonly pool: number;
  /** Candidates by meaning beside those by words: this share of `pool`; at least twice the limit is taken. */
  readonly meaningShare: number;
  /** Share of a neighbour's BM25 when candidates are chosen, by distance. */
  readonly spread: readonly number[];
  readonly fieldWeights: { readonly heading: number; readonly content: number; readonly breadcrumb: number };
  /** Weight of ACT-R activation; 0 reads no accesses. */
  readonly activationWeight: number;
  /** Probability from which an answer counts as covered. */
  readonly coveredThreshold: number;
}

/**
 * The defaults. Chosen on the development collections: `pool` on LoCoMo, recall at 10 for ten hits: 60 gives 82.5, 90 83.4,
 * 120 83.5, 200 83.7, 500 83.8 (with half as many by meaning); `meaningShare` on the same: 1/6 gives 83.4, 1/2 83.5, 1 83.6; on RealMem, ten
 * sessions, 77.3, 76.9 and 76.9; on SciFact all the same; and of the time of a search over 10,000 drawers 1/6 takes a sixth less than 1; `expand` and `spread`:
 * evals/ranking.md; weights of `spelling` differ by less than chance (`joined` on SciFact: 0.5 gives 71.6, 0.7 71.7,
 * 1 71.4; `near` on misspelt titles, first: 0.5 gives 89.3, 0.8 89.8, 1 89.6); field weights of 2 for headings
 * changed no collection
 * by more than 0.3; no weight of activation gains on repeated questions without lowering first-time ones: evals/activation/report.md.
 */
export const DEFAULT_RECALL: RecallSettings = {
  mode: SEARCH.mode.default,
  fusion: SEARCH.fusion.default,
  limit: SEARCH.limit.default,
  expansion: true,
  expand: { perWord: 5, weight: 0.3, minSimilarity: 0.5, maxWords: 24, spelling: { joined: 0.7, near: 0.7 } },
  pool: 120,
  meaningShare: 1 / 6,
  spread: [0.4, 0.15],
  fieldWeights: { heading: 1, content: 1, breadcrumb: 1 },
  activationWeight: 0,
  coveredThreshold: 0.5,
};
