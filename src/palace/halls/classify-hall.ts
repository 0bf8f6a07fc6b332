import { IRREGULAR, singularOfWord } from "../../english/nouns.ts";
import type { CognitiveHall } from "../../model/drawer.ts";
import { slug } from "../../text/slug.ts";
import { FEATURES, sentenceFeatures } from "./sentence-features.ts";
import { splitSentences } from "./split-sentences.ts";
import WEIGHTS from "./weights.json" with { type: "json" };

/**
 * The five halls in the order of a row of `weights.json`: what each feature speaks for, written by evals/halls/fit.ts from the development sentences
 * (1,152 of them; L2 penalty 0.5, chosen by leaving one domain out: macro-F1 0.924). The sixth column is "none of them".
 */
export const HALLS: readonly CognitiveHall[] = ["facts", "events", "discoveries", "preferences", "advice"];

const CLASSES = HALLS.length + 1;
const NONE = HALLS.length;

/** Below this share the answer is "unsure"; chosen with the weights, see evals/halls/report.md. */
const SURE = 0.3;

/** The weights as one flat table, row by feature, made when first asked for. A feature without a row weighs nothing. */
let table: Float64Array | null = null;

/**
 * Which kind of memory a passage is, by cue words and the form of its sentences; see `sentence-features.ts`.
 * Each sentence gives a probability to each hall and to none; a passage is the sum over its sentences, where those
 * that are probably none (questions, greetings) count little.
 * @param text a drawer's exact text; fenced code is skipped, and what follows the first 400 words
 * Cost: about 5 µs for a sentence of ten words.
 * @example classifyHall("It turns out the pool was too small.").hall // "discoveries"
 */
export function classifyHall(text: string, context: { readonly heading?: string } = {}) {
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
  const rows: Readonly<Record<string, readonly number[]>> = WEIGHTS;
  const weights = (table ??= Float64Array.from(
    FEATURES.flatMap((name) => rows[name] ?? new Array<number>(CLASSES).fill(0)),
  ));
  row.fill(0);
  for (let f = 0; f < features.length; f++) {
    const at = (features[f] as number) * CLASSES;
    for (let c = 0; c < CLASSES; c++) row[c] = (row[c] as number) + (weights[at + c] as number);
  }
  let largest = -Infinity;
  for (let c = 0; c < CLASSES; c++) largest = Math.max(largest, row[c] as number);
  let sum = 0;
  for (let c = 0; c < CLASSES; c++) sum += row[c] = Math.exp((row[c] as number) - largest);
  for (let c = 0; c < CLASSES; c++) row[c] = (row[c] as number) / sum;
}

/** Null when unsure. */
function answer(sums: Float64Array, sum: number): { readonly hall: CognitiveHall | null } {
  let best = 0;
  for (let c = 0; c < NONE; c++) if ((sums[c] as number) > (sums[best] as number)) best = c;
  const sure = sum > 0 && (sums[best] as number) / sum >= SURE && (sums[best] as number) > (sums[NONE] as number);
  return { hall: sure ? (HALLS[best] as CognitiveHall) : null };
}

const total = (sums: Float64Array): number => sums.reduce((sum, value) => sum + value, 0);

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

/** User-defined topical halls: keywords by hall (`palace.hall_keywords`), ready to be matched. */
export interface TopicalHalls {
  /** The halls whose keywords stand in the text, as they are stored, sorted. */
  readonly of: (text: string) => readonly string[];
}

/**
 * Prepares the keywords of topical halls. A keyword is a word or phrase, matched without case at word boundaries
 * in any script; an English one also in its other forms ("bug" takes "bugs", "deploy" takes "deployed"). An empty list of keywords never matches.
 * @param keywords hall → keywords, as `palace.hall_keywords` has it
 * @example topicalHalls({ family: ["kids", "grandma"] }).of("The kids are asleep.") // ["family"]
 */
export function topicalHalls(keywords: Readonly<Record<string, readonly string[]>>): TopicalHalls {
  const halls = Object.entries(namedHalls(keywords))
    .map(([hall, words]) => ({ hall, words: words.map((word) => word.trim()).filter((word) => word !== "") }))
    .filter(({ words }) => words.length > 0)
    .sort((a, b) => (a.hall < b.hall ? -1 : 1))
    .map(({ hall, words }) => ({
      hall,
      keyword: new RegExp(`(?<![\\p{L}\\p{N}])(?:${words.map(escaped).join("|")})(?![\\p{L}\\p{N}])`, "iu"),
    }));
  return { of: (text) => halls.flatMap(({ hall, keyword }) => (keyword.test(text) ? [hall] : [])) };
}

/** As a pattern, with any run of white space where the keyword has one. A hyphen stays as it is: escaped, it is no valid pattern. */
const escaped = (word: string): string =>
  word
    .split(/\s+/u)
    .map((part) =>
      /^[a-z]{3,}$/iu.test(part) ? forms(part.toLowerCase()) : part.replace(/[\\^$.*+?()[\]{}|/]/g, "\\$&"),
    )
    .join("\\s+");

/** An English word in the forms that it may have, regular ones by their endings: some that nobody writes do no harm. */
function forms(given: string): string {
  const word = singularOfWord(given);
  const irregular = [...IRREGULAR].flatMap(([plural, singular]) => (singular === word ? [plural] : []));
  const last = word.slice(-1);
  const regular = /[^aeiou]y$/u.test(word)
    ? `${word.slice(0, -1)}(?:y|y['’]s|ies|ied|ying)`
    : last === "e"
      ? `${word.slice(0, -1)}(?:e|es|e['’]s|ed|ing)`
      : `${word}(?:s|es|['’]s|${/[^aeiou][aeiou][bdglmnprt]$/u.test(word) ? `${last}?` : ""}(?:ed|ing))?`;
  return `(?:${[given, regular, ...irregular].join("|")})`;
}

/**
 * Keywords by the names under which halls are stored and filtered by: "Family Life" is `family-life`. Those of halls that come to one name are put
 * together; a name of which nothing is left is no hall.
 * @param keywords hall → keywords, as `palace.hall_keywords` has it
 * @returns the same keys in the same order where every name is a slug already
 */
export function namedHalls(
  keywords: Readonly<Record<string, readonly string[]>>,
): Readonly<Record<string, readonly string[]>> {
  const named = new Map<string, readonly string[]>();
  for (const [hall, words] of Object.entries(keywords)) {
    const name = hallName(hall);
    if (name !== "") named.set(name, [...(named.get(name) ?? []), ...words]);
  }
  return Object.fromEntries(named);
}

/** A hall as it is stored: `hall_facts`, `Facts` and `facts` are one. */
export const hallName = (name: string): string => slug(name.replace(/^\s*hall[_-](?=.)/i, ""));
