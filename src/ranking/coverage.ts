import type { FeatureValues, RankedQuestion } from "./features.ts";

/** A ranked candidate, as far as the gate reads it. */
export interface GatedCandidate {
  readonly score: number;
  readonly values: FeatureValues;
}

/**
 * The probability that the first hits answer the question. PROVISIONAL until evals/ has fitted it.
 */
export function coverage(ranked: readonly GatedCandidate[], _question: RankedQuestion): number {
  const first = ranked[0];
  return first === undefined ? 0 : 1 / (1 + Math.exp(-4 * (first.score - 0.6)));
}
