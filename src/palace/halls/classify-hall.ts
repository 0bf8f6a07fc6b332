import type { CognitiveHall } from "../../model/placement.ts";
import { FEATURES, sentenceFeatures } from "./sentence-features.ts";
import { splitSentences } from "./split-sentences.ts";
import { WEIGHTS } from "./weights.ts";

/** The five halls in the order of a row of `WEIGHTS`; the sixth column is "none of them". */
export const HALLS: readonly CognitiveHall[] = ["facts", "events", "discoveries", "preferences", "advice"];

const CLASSES = HALLS.length + 1;
const NONE = HALLS.length;

/** What is known of a passage besides its text. */
export interface HallContext {
  /** The nearest heading: "Decisions" or "Tips" says what a bare line under it is. */
  readonly heading?: string;
}

/** A classified passage. */
export interface HallAnswer {
  /** Null when unsure. */
  readonly hall: CognitiveHall | null;
  /** Probability of `hall` among the halls and none; for null that of the best hall. 0–1. */
  readonly confidence: number;
  readonly scores: Readonly<Record<CognitiveHall, number>>;
}

/** Below this share the answer is "unsure"; chosen with the weights, see evals/halls/report.md. */
const SURE = 0.3;

/** The weights as one flat table, row by feature, made when first asked for. A feature without a row weighs nothing. */
let table: Float64Array | null = null;

/**
 * Which kind of memory a passage is, by cue words and the form of its sentences; see `cues.ts` and `sentence-features.ts`.
 * Each sentence gives a probability to each hall and to none; a passage is the sum over its sentences, where those
 * that are probably none (questions, greetings) count little.
 *
 * @param text a drawer's exact text; fenced code is skipped, and what follows the first 400 words
 * Cost: about 5 µs for a sentence of ten words.
 * @example classifyHall("It turns out the pool was too small.").hall // "discoveries"
 */
export function classifyHall(text: string, context: HallContext = {}): HallAnswer {
  const sums = new Float64Array(CLASSES);
  const row = new Float64Array(CLASSES);
  let sentences = 0;
  for (const sentence of splitSentences(text)) {
    sentenceProbabilities(sentenceFeatures(sentence), row);
    const weight = 1.02 - (row[NONE] as number);
    for (let c = 0; c < CLASSES; c++) sums[c] = (sums[c] as number) + weight * (row[c] as number);
    sentences++;
  }
  const heading = sentences === 0 ? null : headingHall(context.heading ?? "");
  if (heading !== null) sums[heading] = (sums[heading] as number) + 0.5 * total(sums);
  return answer(sums, total(sums));
}

/** Softmax of the summed rows of the fired features, into `row`. */
function sentenceProbabilities(features: readonly number[], row: Float64Array): void {
  const weights = (table ??= Float64Array.from(
    FEATURES.flatMap((name) => WEIGHTS[name] ?? new Array<number>(CLASSES).fill(0)),
  ));
  row.fill(0);
  for (const feature of features) {
    const at = feature * CLASSES;
    for (let c = 0; c < CLASSES; c++) row[c] = (row[c] as number) + (weights[at + c] as number);
  }
  let largest = -Infinity;
  for (const score of row) largest = Math.max(largest, score);
  let sum = 0;
  for (let c = 0; c < CLASSES; c++) sum += row[c] = Math.exp((row[c] as number) - largest);
  for (let c = 0; c < CLASSES; c++) row[c] = (row[c] as number) / sum;
}

function answer(sums: Float64Array, sum: number): HallAnswer {
  let best = 0;
  const scores = {} as Record<CognitiveHall, number>;
  for (let c = 0; c < NONE; c++) {
    if ((sums[c] as number) > (sums[best] as number)) best = c;
    scores[HALLS[c] as CognitiveHall] = sum === 0 ? 0 : (sums[c] as number) / sum;
  }
  const confidence = sum === 0 ? 0 : (sums[best] as number) / sum;
  const sure = confidence >= SURE && (sums[best] as number) > (sums[NONE] as number);
  return { hall: sure ? (HALLS[best] as CognitiveHall) : null, confidence, scores };
}

function total(sums: Float64Array): number {
  let sum = 0;
  for (const value of sums) sum += value;
  return sum;
}

/** Headings that name a kind of memory outright. */
const HEADINGS: readonly (readonly [RegExp, CognitiveHall])[] = [
  [/\b(?:decisions?|facts?|agreements?|definitions?|specifications?)\b/i, "facts"],
  [/\b(?:events?|timeline|milestones?|meeting|minutes|history|changelog|diary|log)\b/i, "events"],
  [/\b(?:findings?|insights?|discover(?:y|ies)|results?|lessons? learned|learnings|root cause)\b/i, "discoveries"],
  [/\b(?:preferences?|likes|dislikes|favou?rites?|habits?|opinions?)\b/i, "preferences"],
  [/\b(?:advice|tips?|recommendations?|best practices?|how to|guidelines?|troubleshooting)\b/i, "advice"],
];

function headingHall(heading: string): number | null {
  if (heading === "") return null;
  for (const [pattern, hall] of HEADINGS) if (pattern.test(heading)) return HALLS.indexOf(hall);
  return null;
}
