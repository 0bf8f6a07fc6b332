import { FEATURES, type FeatureValues } from "./features.ts";
import { weightedSum } from "./weighted-sum.ts";
import { WEIGHTS } from "./weights.ts";

/** What the gate reads of the first hits. */
interface GateValues {
  /** Largest share of the question's idf that one of the first ten holds. */
  readonly bestCoverage: number;
  /** Mean of that share over the first five. */
  readonly meanCoverage: number;
  /** Mean cosine of the first five. */
  readonly meanDense: number;
  /** Whether the question names who said the first hit, and whether it names who said any of the first ten. */
  readonly firstSpeaker: number;
  readonly anySpeaker: number;
  /** Learned score of the first, and how far the tenth is behind. */
  readonly score: number;
  readonly lead: number;
}

type GateWeights = Readonly<Record<keyof GateValues | "constant", number>>;

/**
 * Logistic regression of "can be answered" on questions of the development collections, against questions of other
 * conversations and questions marked as unanswerable; fit and calibration error stand in evals/report.md. A named speaker
 * who says the first hit speaks for an answer; a named speaker who only says later ones speaks against it. `withVectors` is .3 lower
 * than it was fitted, since the table of models/ that knows biology and medicine lifts all cosines: error .034 on LoCoMo (.055
 * without), .085 on RealMem (.104).
 */
const GATES: { readonly withVectors: GateWeights; readonly wordsOnly: GateWeights } = {
  withVectors: { bestCoverage: 4.189, meanCoverage: 0, meanDense: 8.806, firstSpeaker: 4.879, anySpeaker: -3.182, score: 1.979, lead: 4.941, constant: -8.553 },
  wordsOnly: { bestCoverage: 5.244, meanCoverage: 8.06, meanDense: 0, firstSpeaker: 5.195, anySpeaker: -3.268, score: 0, lead: 0, constant: -4.976 },
};

/**
 * The probability that the first hits answer the question, calibrated on development questions.
 *
 * @param ordered features of the candidates, best first
 * @param vectors whether the dense leg ran; without it the gate judges by words alone
 * @returns 0–1; 0 without candidates
 */
export function coverage(ordered: readonly FeatureValues[], vectors: boolean): number {
  if (ordered.length === 0) return 0;
  const first = ordered.slice(0, 10);
  const learned = first.map((values) => weightedSum(FEATURES, values, WEIGHTS));
  const mean = (of: (values: FeatureValues) => number): number => first.slice(0, 5).reduce((sum, values) => sum + of(values), 0) / 5;
  const most = (of: (values: FeatureValues) => number): number => Math.max(...first.map(of));
  const values: GateValues = {
    bestCoverage: most((one) => one.coverage),
    meanCoverage: mean((one) => one.coverage),
    meanDense: mean((one) => one.dense),
    firstSpeaker: first[0]?.speaker ?? 0,
    anySpeaker: most((one) => one.speaker),
    score: learned[0] ?? 0,
    lead: (learned[0] ?? 0) - (learned.at(-1) ?? 0),
  };
  const weights = vectors ? GATES.withVectors : GATES.wordsOnly;
  const names = Object.keys(values) as (keyof GateValues)[];
  const logit = names.reduce((sum, name) => sum + values[name] * weights[name], weights.constant);
  return 1 / (1 + Math.exp(-logit));
}
