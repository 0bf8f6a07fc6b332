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

/** First candidates that the gate looks at. */
export const GATED = 10;

/**
 * Logistic regression of "can be answered" on questions of the development collections, against questions of other
 * conversations and questions marked as unanswerable; fit and calibration error stand in evals/report.md. A named speaker
 * who says the first hit speaks for an answer; a named speaker who only says later ones speaks against it. `withVectors` is .3 lower
 * than it was fitted, since the table of models/ that knows biology and medicine lifts all cosines: error .035 on LoCoMo (.055
 * without), .085 on RealMem (.104).
 */
const GATES: { readonly withVectors: GateWeights; readonly wordsOnly: GateWeights } = {
  withVectors: { bestCoverage: 4.189, meanCoverage: 0, meanDense: 8.806, firstSpeaker: 4.879, anySpeaker: -3.182, score: 1.979, lead: 4.941, constant: -8.553 },
  wordsOnly: { bestCoverage: 5.244, meanCoverage: 8.06, meanDense: 0, firstSpeaker: 5.195, anySpeaker: -3.268, score: 0, lead: 0, constant: -4.976 },
};

/**
 * The probability that the first hits answer the question, calibrated on development questions. Where no vector says anything of the first
 * five (no model, or a script that it doesn't know), by words alone.
 *
 * @param ordered features of the candidates, best first
 * @returns 0–1; 0 without candidates
 */
export function coverage(ordered: readonly FeatureValues[]): number {
  if (ordered.length === 0) return 0;
  const first = ordered.slice(0, GATED);
  const leading = first.slice(0, 5);
  const learned = (values: FeatureValues | undefined): number => (values === undefined ? 0 : weightedSum(FEATURES, values, WEIGHTS));
  const score = learned(first[0]);
  const sum = (of: (values: FeatureValues) => number): number => leading.reduce((total, values) => total + of(values), 0);
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
  const weights = leading.some((one) => one.dense !== 0) ? GATES.withVectors : GATES.wordsOnly;
  const names = Object.keys(values) as (keyof GateValues)[];
  const logit = names.reduce((total, name) => total + values[name] * weights[name], weights.constant);
  return 1 / (1 + Math.exp(-logit));
}
