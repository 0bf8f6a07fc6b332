/**
 * Fits the relevance of hits on all development sets together, writes src/ranking/relevance-weights.ts and reports how reliable it is.
 * Run: node evals/relevance/fit.ts [DATA] [FOLDER] > evals/relevance/report.md; then lay the weights out with npm run format. FOLDER keeps what was
 * collected; a minute of processor time a mode without it.
 *
 * The weights of notes and of messages are kept as they stand: fitted again, with the set of two subjects and the features of today, relevance shows all
 * that belongs to the answer for 39 of 149 questions in far words in place of 42, and gives memory to one prompt of 30 that needs none.
 */
import { mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import {
  type Covering,
  coveringValues,
  RELEVANCE_VALUES,
  type RelevanceValue,
  sectionShare,
} from "../../src/ranking/relevance.ts";
import { RELEVANCE_WEIGHTS } from "../../src/ranking/relevance-weights.ts";
import type { Judged, JudgedSet } from "./collect.ts";
import { gather } from "./gather.ts";
import { type Fitted, logistic, type Observation, probability } from "./logistic.ts";
import { report } from "./report.ts";

const AT_LENGTH = RELEVANCE_VALUES.indexOf("length");
const data = process.argv[2] ?? "../shared/data";
const folder = process.argv[3] ?? mkdtempSync(join(tmpdir(), "loci-relevance-"));
const BASES = { withVectors: "hybrid", wordsOnly: "lexical", meaningOnly: "semantic" } as const;
/** Parts into which the groups of each set are laid, for judging by weights that were fitted without them. */
const PARTS = 3;
/** Observations that a set counts for, whatever its size. */
const SET_WEIGHT = 2_000;
const RIDGE = 4;

/**
 * Sizes of one set count together as six sets, forms of one set as two; the twins and near misses, few of whose hits tell, as six; notes asked in other
 * words as two, and those asked in words that a static model hardly knows for the same as half a one: whole, they make everything likely. In covering a
 * handbook counts for a quarter, and what it doesn't answer for the tenth of that: people mostly ask a handbook what it answers.
 */
const SET_WEIGHTS: readonly (readonly [RegExp, number])[] = [
  [/^first-day/, 0.8],
  [/^precision/, 0.7],
  [/^(?:twins|near)/, 6],
  [/^other-words/, 2],
  [/^far-words/, 0.5],
  [/^handbook-[^-]+$/, 0.25],
  [/^handbook/, 0.03],
];

/** What a set counts for where sections are fitted. */
const SECTION_WEIGHTS: readonly (readonly [RegExp, number])[] = [
  [/^handbook-[^-]+$/, 1],
  [/^handbook/, 0.2],
  [/^SciFact$/, 0.3],
];
/** What sections are judged by: with all values, or without those that compare with the other hits, no better on a handbook that wasn't fitted on. */
const SECTION_VALUES: readonly RelevanceValue[] = [
  "held",
  "absent",
  "dense",
  "denseLead",
  "behind",
  "ahead",
  "lead",
  "rank",
];

function weightOf({ name }: JudgedSet, weights = SET_WEIGHTS): number {
  return weights.find(([form]) => form.test(name))?.[1] ?? 1;
}

function observations(sets: readonly JudgedSet[], message: boolean): readonly Observation[] {
  return sets.flatMap((set) => {
    const hits = set.questions.flatMap((question) => question.hits);
    const weight = (SET_WEIGHT * weightOf(set)) / hits.length;
    return hits.filter((hit) => hit.message === message).map(({ values, right }) => ({ values, right, weight }));
  });
}

function sectionObservations(sets: readonly JudgedSet[]): readonly Observation[] {
  return sets
    .filter(({ name }) => SECTION_WEIGHTS.some(([form]) => form.test(name)))
    .flatMap((set) => {
      const hits = set.questions.flatMap((question) => question.hits);
      const weight = (SET_WEIGHT * weightOf(set, SECTION_WEIGHTS)) / hits.length;
      return hits.map(({ values, right }) => ({
        values,
        right,
        weight: weight * sectionShare(values[AT_LENGTH] ?? 0),
      }));
    })
    .filter(({ weight }) => weight > 0);
}

/** Weights of notes, of messages and of sections. */
type Columns = readonly [Fitted, Fitted, Fitted];

/** Every relevance judged by weights that were fitted without its group. */
function crossJudged(sets: readonly JudgedSet[]): readonly JudgedSet[] {
  const partOf = new Map<string, number>();
  const key = (set: JudgedSet, { group }: Judged): string => JSON.stringify([set.name, group]);
  for (const set of sets)
    [...new Set(set.questions.map((question) => key(set, question)))]
      .sort()
      .forEach((one, i) => partOf.set(one, i % PARTS));
  const fitted = Array.from({ length: PARTS }, (_, part) =>
    fit(sets.map((set) => ({ ...set, questions: set.questions.filter((one) => partOf.get(key(set, one)) !== part) }))),
  );
  return sets.map((set) => ({
    ...set,
    questions: set.questions.map((question) => {
      const columns = fitted[partOf.get(key(set, question)) as number] as Columns;
      return {
        ...question,
        hits: question.hits.map((hit) => ({ ...hit, relevance: probability(columnOf(columns, hit), hit.values) })),
      };
    }),
  }));
}

/** What a hit is judged by: a passage between a note and a section by something between their weights. */
function columnOf([notes, messages, sections]: Columns, { message, values }: Judged["hits"][number]): Fitted {
  if (message) return messages;
  const share = sectionShare(values[AT_LENGTH] ?? 0);
  const between = (a: number, b: number): number => (1 - share) * a + share * b;
  return {
    constant: between(notes.constant, sections.constant),
    weights: notes.weights.map((weight, i) => between(weight, sections.weights[i] ?? 0)),
  };
}

/**
 * Handbooks and vaults teach what sections are judged by: with notes fitted on them too, memory is given unasked to 6 prompts of 30 that need it in place
 * of 11, and to 2 of 30 that don't.
 */
function fit(all: readonly JudgedSet[]): Columns {
  const sets = all.filter(({ name }) => !name.startsWith("handbook"));
  const used = [...RELEVANCE_VALUES.keys()];
  const ofSections = SECTION_VALUES.map((name) => RELEVANCE_VALUES.indexOf(name));
  return [
    logistic(observations(sets, false), used, RIDGE),
    logistic(observations(sets, true), used, RIDGE),
    logistic(sectionObservations(all), ofSections, RIDGE),
  ];
}

const COVERING_VALUES = ["odds", "message"] as const;

/** How the chance that one of the five most relevant is right becomes the probability that the question is answered. */
function fitCovering(sets: readonly JudgedSet[]): Covering {
  const all = sets.flatMap((set) =>
    set.questions.map((question): Observation => {
      const values = coveringValues(question.hits);
      return {
        values: COVERING_VALUES.map((name) => values[name]),
        right: question.answerable,
        weight: (SET_WEIGHT * Math.min(0.5, weightOf(set))) / set.questions.length,
      };
    }),
  );
  const { constant, weights } = logistic(all, [0, 1], RIDGE);
  const named = COVERING_VALUES.map((name, i) => [name, Number(weights[i]?.toFixed(3))]);
  return { constant: Number(constant.toFixed(3)), weights: Object.fromEntries(named) };
}

const lines = [
  "/** Written by `node evals/relevance/fit.ts`, on all development sets: of notes with vectors, by words, by meaning; of messages; of sections. */",
  "export const RELEVANCE_WEIGHTS = {",
];
const ofSections: number[][] = [];
let covering: Covering | null = null;
const judged: Record<string, readonly JudgedSet[]> = {};
for (const [basis, mode] of Object.entries(BASES)) {
  const sets = await gather(data, folder, mode);
  const [, , { constant, weights }] = fit(sets);
  ofSections.push([constant, ...weights].map((weight) => Number(weight.toFixed(3))));
  judged[basis] = crossJudged(sets);
  // Sets that have questions without an answer, whose words tell whether they have one.
  covering ??= fitCovering(
    judged[basis].filter(
      ({ name, questions }) => !name.endsWith("-words") && questions.some(({ answerable }) => !answerable),
    ),
  );
}
(["constant", ...RELEVANCE_VALUES] as const).forEach((name, i) =>
  lines.push(
    `  ${name}: [${[...RELEVANCE_WEIGHTS[name].slice(0, 6), ...ofSections.map((column) => column[i])].join(", ")}],`,
  ),
);
lines.push(
  "} as const;",
  "",
  "/** From the chance that one of the most relevant is right to the probability that the question is answered. */",
  `export const COVERING = ${JSON.stringify(covering)} as const;`,
);
writeFileSync(new URL("../../src/ranking/relevance-weights.ts", import.meta.url), `${lines.join("\n")}\n`);
console.log(report(judged, covering as Covering));
