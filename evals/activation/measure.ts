/**
 * Does ACT-R activation help whoever asks for something again, and does it harm whoever asks for something new?
 *
 * Replays session logs: one of our own over the til notes, in which 48 passages are asked for again in other words and 62 once (own-log.ts), and the
 * questions of LoCoMo and RealMem, of which many share evidence (collection-log.ts). After each question the drawers of the first ten are recorded as
 * shown, those that hold evidence as opened; where the first hit is wrong, the reader opened that, too. A question is *again* when evidence of it was
 * opened earlier in the log, else *first*: one that is asked among drawers that others have lifted. Lists come from the public API, once a question;
 * weights are then tried on them by the function that search uses. Writes evals/activation/report.md.
 *
 * Run: `node evals/activation/measure.ts [DATA]`; `--cached PREFIX` keeps the lists there and takes them from there.
 */
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { readDataset } from "../suites/dataset.ts";
import type { Hit, Loci, Project } from "../../src/index.ts";
import { questionsInTurn } from "../shared/questions-in-turn.ts";
import { sessionOf } from "../shared/session-of.ts";
import { withLoci } from "../shared/with-loci.ts";
import { collectionLog } from "./collection-log.ts";
import type { LoggedQuestion } from "./logged-question.ts";
import { ownLog, wordings } from "./own-log.ts";
import { type Listed, replay, type Replayed, type Trial } from "./replay.ts";

/** Hits kept a question: what is below can't be lifted into the first ten by the weights tried. A search for ten takes as many candidates. */
const HITS = 60;
const SEEDS = 20;
/** What an access of each kind counts for, beside 1 for one that was opened. */
const SHOWN = [0, 0.05, 0.25];
const TRIALS: readonly Trial[] = [
  ...[0.1, 0.25, 0.5, 1, 2, 5].flatMap((weight) => SHOWN.map((shown) => trial(weight, shown, 0))),
  ...[0.5, 0.7].flatMap((overlap) => [1, 2, 5].map((weight) => trial(weight, 0, overlap))),
];

const { values, positionals } = parseArgs({ allowPositionals: true, options: { cached: { type: "string" } } });
const data = positionals[0] ?? join(import.meta.dirname, "..", "..", "..", "shared", "data");

/** Logs over the same lists. */
interface Part {
  readonly lists: Readonly<Record<string, readonly Listed[]>>;
  readonly logs: readonly (readonly LoggedQuestion[])[];
}

type Lists = Record<string, readonly Listed[]>;

async function listed(project: Project, query: string, passageOf: (hit: Hit) => string): Promise<readonly Listed[]> {
  const { hits } = await project.search(query, { limit: HITS });
  return hits.map((hit) => ({ drawer: hit.id, passage: passageOf(hit), score: hit.score }));
}

/** What `make` gives, kept in a file when asked for. */
async function kept(
  name: string,
  make: (loci: Loci, home: string) => Promise<Record<string, Lists>>,
): Promise<Record<string, Lists>> {
  const file = values.cached === undefined ? undefined : `${values.cached}-${name}.json`;
  if (file !== undefined && existsSync(file)) return JSON.parse(readFileSync(file, "utf8")) as Record<string, Lists>;
  const lists = await withLoci(make, { recall: { activation_weight: 0 } });
  if (file !== undefined) writeFileSync(file, JSON.stringify(lists));
  return lists;
}

async function own(): Promise<readonly Part[]> {
  const asked = wordings(readFileSync(join(import.meta.dirname, "questions.txt"), "utf8"));
  const { til = {} } = await kept("own", async (loci) => {
    const project = await loci.project("til");
    await project.index([join(data, "docs", "markdown", "til")], { scope: "kb" });
    const lists: Lists = {};
    for (const { id, query } of asked) lists[id] = await listed(project, query, ({ source }) => source.path);
    return { til: lists };
  });
  return [{ lists: til, logs: seeds().map((seed) => ownLog(asked, seed)) }];
}

async function collection(name: string, seeds: readonly number[]): Promise<readonly Part[]> {
  const { groups } = readDataset(join(data, name));
  const byGroup = await kept(name, async (loci, home) => {
    const all: Record<string, Lists> = {};
    for (const [group, said] of groups) {
      const lists: Lists = {};
      for await (const { project, query } of questionsInTurn(loci, home, group, said))
        lists[query.id] = await listed(project, query.query, sessionOf);
      all[group] = lists;
    }
    return all;
  });
  return [...groups].map(([group, { documents, queries }]) => ({
    lists: byGroup[group] ?? {},
    logs: seeds.map((seed) => collectionLog(queries, documents, seed)),
  }));
}

function seeds(): readonly number[] {
  return Array.from({ length: SEEDS }, (_, i) => i + 1);
}

function trial(weight: number, shown: number, overlap: number): Trial {
  return { weight, kinds: { shown, expanded: 1, cited: 1, told: 0 }, overlap };
}

const FIGURES = ["recall", "ndcg", "reciprocalRank"] as const;
const KINDS = ["again", "first"] as const;
const mean = (numbers: readonly number[]): number => numbers.reduce((a, b) => a + b, 0) / Math.max(1, numbers.length);
const signed = (value: number): string =>
  `${value < -0.005 ? "−" : value < 0.005 ? "" : "+"}${Math.abs(value).toFixed(2)}`;

// A log with times of its own is the same from every seed.
const collections = [
  { name: "Own log", parts: await own() },
  { name: "LoCoMo", parts: await collection("locomo", seeds()) },
  { name: "RealMem", parts: await collection("realmem", [1]) },
];

const sections = collections.map(({ name, parts }) => {
  const run = (tried: Trial): readonly Replayed[] =>
    parts.flatMap(({ lists, logs }) => logs.flatMap((log) => replay(log, lists, tried)));
  const base = run(trial(0, 0, 0));
  const cells = (of: (one: Replayed, i: number) => Replayed, show: (value: number) => string): string =>
    KINDS.flatMap((kind) =>
      FIGURES.map((figure) =>
        show(100 * mean(base.flatMap((one, i) => (one.kind === kind ? [of(one, i)[figure]] : [])))),
      ),
    ).join(" | ");
  const rows = TRIALS.map((tried) => {
    const now = run(tried);
    const gain = (one: Replayed, i: number): Replayed => {
      const other = now[i] as Replayed;
      return {
        kind: one.kind,
        recall: other.recall - one.recall,
        ndcg: other.ndcg - one.ndcg,
        reciprocalRank: other.reciprocalRank - one.reciprocalRank,
      };
    };
    const { weight, kinds, overlap } = tried;
    return `| ${weight} | ${kinds.shown} | ${overlap === 0 ? "" : overlap} | ${cells(gain, signed)} |`;
  });
  const count = (kind: Replayed["kind"]): number => base.filter((one) => one.kind === kind).length;
  return `## ${name}: ${count("again")} questions again, ${count("first")} for the first time

| weight | shown | overlap | again: recall@10 | nDCG@10 | MRR | first: recall@10 | nDCG@10 | MRR |
|---|---|---|---|---|---|---|---|---|
| 0 | | | ${cells(
    (one) => one,
    (value) => value.toFixed(2),
  )} |
${rows.join("\n")}
`;
});

writeFileSync(
  join(import.meta.dirname, "report.md"),
  `# Activation: what it gives and what it takes

Points of a hundred over no activation, which is the first row of each table. *again*: an earlier question of the log was after some of the same evidence, in
other words. *first*: none was; other drawers have accesses. *shown*: what a drawer that was merely listed counts, beside 1 for one that was opened. *overlap*: accesses
count only where the question that led to them showed at least that share of what this question finds first. Written by measure.ts, ${SEEDS} drawn logs a collection
(RealMem has times of its own).

**Chosen: weight 0.** Every weight from 0.1 on lowers first-time figures somewhere, and gains on questions that come back are smaller than that or as small: B falls
with the root of the seconds, so what was opened a day ago has 0.003 and what was opened a minute ago 0.12, and in the same sitting people mostly ask for something
else. Lifting only what an alike question led to (overlap 0.7, weight 1) costs nothing and gives up to 0.2 points: too little for another read at every search,
and for answers that change by themselves while nothing else does. Whoever asks the same again and again may set \`recall.activation_weight\`: 2 gives up to half a point
there and takes as much elsewhere. What was merely listed counts 0.05 then: more of it lowers first-time recall and gains nothing.

${sections.join("\n")}`,
);
