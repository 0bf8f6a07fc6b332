/**
 * Fits the relevance of hits on all development sets together, writes src/ranking/relevance-weights.ts and reports how reliable it is.
 * Run: node evals/relevance/fit.ts [DATA] [FOLDER] > evals/relevance/report.md; then lay the weights out with npm run format. FOLDER keeps what was
 * collected; a minute of processor time a mode without it.
 *
 * Of the last run only COVERING was taken: relevance fitted again, with the set of two subjects and the features of today, shows all that belongs to the
 * answer for 39 of 149 questions in far words in place of 42, and gives memory to one prompt of 30 that needs none.
 */
import { mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type Covering, coveringValues, RELEVANCE_VALUES } from "../../src/ranking/relevance.ts";
import { coveringHits, type Judged, type JudgedSet } from "./collect.ts";
import { gather } from "./gather.ts";
import { type Fitted, logistic, type Observation, probability } from "./logistic.ts";
import { report } from "./report.ts";

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
 * words as two, and those asked in words that a static model hardly knows for the same as half a one: whole, they make everything likely. Handbooks, which
 * teach covering alone, count for an eighth: as half a one, questions that eight files don't answer have a mean probability of .24 after they were asked in
 * chats (.19 so; .2 is wanted).
 */
const SET_WEIGHTS: readonly (readonly [RegExp, number])[] = [
  [/^first-day/, 0.8],
  [/^precision/, 0.7],
  [/^(?:twins|near)/, 6],
  [/^other-words/, 2],
  [/^far-words/, 0.5],
  [/^handbook/, 0.12],
];

function weightOf({ name }: JudgedSet): number {
  return SET_WEIGHTS.find(([form]) => form.test(name))?.[1] ?? 1;
}

function observations(sets: readonly JudgedSet[], message: boolean): readonly Observation[] {
  return sets.flatMap((set) => {
    const hits = set.questions.flatMap((question) => question.hits);
    const weight = (SET_WEIGHT * weightOf(set)) / hits.length;
    return hits.filter((hit) => hit.message === message).map(({ values, right }) => ({ values, right, weight }));
  });
}

/** Weights of passages and of messages. */
type Both = readonly [Fitted, Fitted];

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
      const weights = fitted[partOf.get(key(set, question)) as number] as Both;
      return {
        ...question,
        hits: question.hits.map((hit) => ({
          ...hit,
          relevance: probability(weights[hit.message ? 1 : 0], hit.values),
        })),
      };
    }),
  }));
}

/**
 * Handbooks and vaults teach only what is covered: fitted on them too, relevance covers as many of their questions, and gives memory unasked to 6 prompts
 * of 30 that need it in place of 11, and to 2 of 30 that don't.
 */
function fit(all: readonly JudgedSet[]): Both {
  const sets = all.filter(({ name }) => !name.startsWith("handbook"));
  const used = [...RELEVANCE_VALUES.keys()];
  return [logistic(observations(sets, false), used, RIDGE), logistic(observations(sets, true), used, RIDGE)];
}

const COVERING_VALUES = ["odds", "message", "length"] as const;

/** How the chance that one of the five most relevant is right becomes the probability that the question is answered. */
function fitCovering(sets: readonly JudgedSet[]): Covering {
  const all = sets.flatMap((set) =>
    set.questions.map((question): Observation => {
      const values = coveringValues(coveringHits(question));
      return {
        values: COVERING_VALUES.map((name) => values[name]),
        right: question.answerable,
        weight: (SET_WEIGHT * Math.min(0.5, weightOf(set))) / set.questions.length,
      };
    }),
  );
  const { constant, weights } = logistic(all, [0, 1, 2], RIDGE);
  const named = COVERING_VALUES.map((name, i) => [name, Number(weights[i]?.toFixed(3))]);
  return { constant: Number(constant.toFixed(3)), weights: Object.fromEntries(named) };
}

const lines = [
  "/** Written by `node evals/relevance/fit.ts`, on all development sets: of passages with vectors, by words, by meaning; of messages. */",
  "export const RELEVANCE_WEIGHTS = {",
];
const columns: number[][] = [];
const ofMessages: number[][] = [];
let covering: Covering | null = null;
const judged: Record<string, readonly JudgedSet[]> = {};
for (const [basis, mode] of Object.entries(BASES)) {
  const sets = await gather(data, folder, mode);
  for (const [i, { weights, constant }] of fit(sets).entries())
    (i === 0 ? columns : ofMessages).push([constant, ...weights].map((weight) => Number(weight.toFixed(3))));
  judged[basis] = crossJudged(sets);
  // Sets that have questions without an answer, whose words tell whether they have one.
  covering ??= fitCovering(
    judged[basis].filter(
      ({ name, questions }) => !name.endsWith("-words") && questions.some(({ answerable }) => !answerable),
    ),
  );
}
["constant", ...RELEVANCE_VALUES].forEach((name, i) =>
  lines.push(`  ${name}: [${[...columns, ...ofMessages].map((column) => column[i]).join(", ")}],`),
);
lines.push(
  "} as const;",
  "",
  "/** From the chance that one of the most relevant is right to the probability that the question is answered. */",
  `export const COVERING = ${JSON.stringify(covering)} as const;`,
);
writeFileSync(new URL("../../src/ranking/relevance-weights.ts", import.meta.url), `${lines.join("\n")}\n`);
console.log(report(judged, covering as Covering));
