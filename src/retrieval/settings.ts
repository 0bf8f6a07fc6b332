import type { Fusion, SearchMode } from "../model/search.ts";
import type { ExpansionOptions } from "./expand-terms.ts";

/** How recall is set: the section `recall` of the configuration, with the constants that evaluation chose. */
export interface RecallSettings {
  readonly mode: SearchMode;
  readonly fusion: Fusion;
  /** Whether questions are widened by similar words. */
  readonly expansion: boolean;
  readonly expand: ExpansionOptions;
  /** Candidates from each leg; at least twice the limit is taken. */
  readonly pool: number;
  /** Share of a neighbour's BM25 when candidates are chosen, by distance. */
  readonly spread: readonly number[];
  readonly fieldWeights: { readonly heading: number; readonly content: number; readonly breadcrumb: number };
  /** Weight of ACT-R activation. */
  readonly activationWeight: number;
  /** Probability from which an answer counts as covered. */
  readonly coveredThreshold: number;
}

/** The defaults; each constant names the evaluation that chose it. */
export const DEFAULT_RECALL: RecallSettings = {
  mode: "hybrid",
  fusion: "learned",
  expansion: true,
  expand: { perWord: 5, weight: 0.3, minSimilarity: 0.5, maxWords: 24 },
  pool: 200,
  spread: [0.4, 0.15],
  fieldWeights: { heading: 1, content: 1, breadcrumb: 1 },
  activationWeight: 0,
  coveredThreshold: 0.5,
};
