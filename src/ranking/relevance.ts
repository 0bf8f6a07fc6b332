import { COVERING, RELEVANCE_WEIGHTS } from "./relevance-weights.ts";

export type RelevanceValue = Exclude<keyof typeof RELEVANCE_WEIGHTS, "constant">;

/** Names of what the relevance of a hit is judged by, in the order in which they are added up. */
export const RELEVANCE_VALUES = Object.keys(RELEVANCE_WEIGHTS).slice(1) as readonly RelevanceValue[];

/**
 * What the relevance of a hit is judged by.
 *
 * - `held`: share of the question's rare words that the passage holds, `namesMissed` of its names that it doesn't, `absent` of words that no passage
 *   holds. How rare a word is, the project says together with the language, which counts for a thousand drawers.
 * - `dense`: the feature of that name. `denseLead`: how far it is ahead of the mean of the field, the first ten candidates.
 * - `behind`: how far its learned score is behind the first, `ahead` how far ahead of the next, `lead` how far the first is ahead of the field's mean;
 *   `rank`: ln(1 + place from 0). `rivals`: mean coverage of the field without it.
 * - `kindHeld`, `kindLacked`: it holds, or lacks, the kind of thing that is asked for: a number, a time, a person, a reason.
 * - `unmet`: how far the passage is from the word of a short question, names and kinds aside, that it meets least: 1 − the cosine of its nearest word,
 *   less what that is by chance among so many words. `unmetTerms`: number of words that it doesn't hold, 3 at most. `met`: there are none.
 *   All 0 for long prompts.
 * - `length`: ln(1 + words) / 5. `terms`: ln(1 + words of the question).
 * - `question`, `speaker`, `tool`: the features.
 * - The rest are products of two of these.
 */
export type RelevanceValues = Readonly<Record<RelevanceValue, number>>;

/** Which retrievers gave values, and the column of their weights: those of notes, three further of messages, and six further of sections. */
const BASES = { withVectors: 0, wordsOnly: 1, meaningOnly: 2 } as const;
/** What a hit is judged by. A message says less by itself: its neighbours belong to it. */
export interface RelevanceBasis {
  readonly by: keyof typeof BASES;
  readonly message: boolean;
}
/** By column, in the order of `RELEVANCE_VALUES`, behind the constant. */
const WEIGHTS = [0, 1, 2, 3, 4, 5, 6, 7, 8].map((column) =>
  Float64Array.from(["constant", ...RELEVANCE_VALUES] as const, (name) => RELEVANCE_WEIGHTS[name][column] as number),
);

/** Lengths, as `length` has them, up to which a passage is a note and from which on a section: of 40 words and of 115. */
const LENGTHS = { note: 0.75, section: 0.95 };

/** How far a passage of a document is a section, 0 to 1: it says what answers among other things, and seldom in the words of the question. */
export const sectionShare = (length: number): number =>
  Math.min(1, Math.max(0, (length - LENGTHS.note) / (LENGTHS.section - LENGTHS.note)));

/** The weights of a hit by their places, those of what is between a note and a section between theirs. */
function weightsOf({ by, message }: RelevanceBasis, length: number): (i: number) => number {
  const own = WEIGHTS[BASES[by] + (message ? 3 : 0)] as Float64Array;
  const share = message ? 0 : sectionShare(length);
  const section = WEIGHTS[BASES[by] + 6] as Float64Array;
  if (share === 0) return (i) => own[i] as number;
  return (i) => (1 - share) * (own[i] as number) + share * (section[i] as number);
}

/** Values and weights whose products add up to the logarithm of the odds. */
export function relevanceParts(
  values: RelevanceValues,
  basis: RelevanceBasis,
): Readonly<Record<string, { readonly value: number; readonly weight: number }>> {
  const weight = weightsOf(basis, values.length);
  const parts = RELEVANCE_VALUES.map((name, i) => [name, { value: values[name], weight: weight(i + 1) }] as const);
  const used = parts.filter(([, { value }]) => value !== 0);
  return Object.fromEntries([["constant", { value: 1, weight: weight(0) }], ...used]);
}

/**
 * The calibrated probability that a hit belongs to the answer: a logistic regression over all development sets (evals/relevance/report.md).
 * @returns 0–1
 */
export function relevance(values: RelevanceValues, basis: RelevanceBasis): number {
  const weight = weightsOf(basis, values.length);
  return logistic(RELEVANCE_VALUES.reduce((odds, name, i) => odds + values[name] * weight(i + 1), weight(0)));
}

/** How what covering is judged by counts. */
export type Covering = Readonly<{ constant: number; weights: Readonly<Record<keyof typeof COVERING.weights, number>> }>;

export type CoveringHit = Readonly<{ relevance: number; message: boolean }>;

/** What covering is judged by: ln of the odds that one of the five most relevant hits belongs to the answer, and whether the first of them is a message. */
export function coveringValues(hits: readonly CoveringHit[]): Covering["weights"] {
  const first = hits.toSorted((a, b) => b.relevance - a.relevance).slice(0, 5);
  const none = first.reduce((product, { relevance: one }) => product * (1 - one), 1);
  const any = Math.min(1 - 1e-9, Math.max(1e-9, 1 - none));
  return { odds: Math.log(any / (1 - any)), message: Number(first[0]?.message === true) };
}

/**
 * The probability that the hits answer, calibrated, since hits of one question are right together more often than by chance.
 * @returns 0–1; 0 without hits
 */
export function covering(hits: readonly CoveringHit[], { constant, weights }: Covering = COVERING): number {
  if (hits.length === 0) return 0;
  const { odds, message } = coveringValues(hits);
  return logistic(constant + weights.odds * odds + weights.message * message);
}

/** Least relevance of a hit that matters. */
const LEAST = 0.1;
/** Least share of the best hit's relevance. */
const LEAST_SHARE = 0.34;

/**
 * Whether a hit matters: is worth the attention of a model that didn't ask for all. Chosen for precision on short notes and evidence kept on
 * conversations (evals/relevance/report.md).
 * @param best the largest relevance among the first hits
 */
export const matters = (relevance: number, best: number): boolean => relevance >= leastThatMatters(best);

/** The least relevance with which a hit matters. @param best the largest among the first hits */
export const leastThatMatters = (best: number): number => Math.max(LEAST, LEAST_SHARE * best);

/** Relevance at most where the question's subject stands in no passage: such a hit matters to nobody. */
export const WITHOUT_SUBJECT = 0.05;

/**
 * Relevance at most where a hit lacks the kind of thing that is asked for, which can hardly be told without one of its words: a price, an age. A note
 * doesn't matter then: of 105 questions that notes nearly answer 72 are shown none, of 52 before, and of all that answers one in a hundred is lost. What
 * a message lacks its neighbours may hold: it may be shown, and covers nothing. So may a passage that holds it beside another subject: of 105 questions
 * that notes nearly answer, laid three into a file, 29 were called covered, 9 now, and 37 of 55 answerable ones as before (evals/use/report.md).
 */
export const WITHOUT_KIND = { note: 0.09, message: 0.12 };

const logistic = (odds: number): number => 1 / (1 + Math.exp(-odds));
