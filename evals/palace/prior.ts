/**
 * Does the palace help ranking, unasked? First what the feature `hall` adds, with the weights in use. Then features that are not in use: whether the
 * closet of a hit's document in its room holds the question's words, and whether the question names its room. They are fitted like the
 * weights in use (evals/ranking/fit.ts), each group judged by weights that were fitted without it, with and without the feature. Differences
 * with a bootstrap interval over questions. Changes no weight.
 *
 * Run: `node evals/palace/prior.ts [DATA] > evals/palace/prior.md`
 */
import { globSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { bootstrap } from "../shared/report.ts";
import { readDataset } from "../suites/dataset.ts";
import type { Hit, Project } from "../../src/index.ts";
import { FEATURES } from "../../src/ranking/features.ts";
import { WEIGHTS } from "../../src/ranking/weights.ts";
import { fold, isStopWord, words } from "../../src/text/words.ts";
import { stem } from "../../src/text/stem.ts";
import type { Collection, Question } from "../ranking/collect.ts";
import { fit } from "../ranking/fit.ts";
import { judge } from "../ranking/judge.ts";
import { judgedAbstracts } from "../shared/judged-abstracts.ts";
import { questionsInTurn } from "../shared/questions-in-turn.ts";
import { sessionOf } from "../shared/session-of.ts";
import { withLoci } from "../shared/with-loci.ts";
import { headingQuestions } from "./heading-questions.ts";

/** Tried, beside those in use. */
const EXTRA = ["closet", "roomNamed"] as const;
const CANDIDATES = 200;
const PARTS = 3;
const data = process.argv[2] ?? "../shared/data";

const stemsOf = (text: string): ReadonlySet<string> =>
  new Set(
    words(text)
      .map((word) => fold(word.text))
      .filter((word) => word.length > 1 && !isStopWord(word))
      .map(stem),
  );

/** Stems on the closets, by document and room. */
async function closetStems(project: Project): Promise<ReadonlyMap<string, ReadonlySet<string>>> {
  const stems = new Map<string, ReadonlySet<string>>();
  for (let offset = 0; ; offset += 1_000) {
    const { closets, total } = await project.closets({ limit: 1_000, offset });
    for (const { document, room, topics, who, key } of closets)
      stems.set(
        `${document}\u0000${room}`,
        stemsOf(
          [
            room.replaceAll("-", " "),
            ...topics.map(({ name }) => name),
            ...who.map(({ name }) => name),
            key?.sentence ?? "",
          ].join(". "),
        ),
      );
    if (offset + closets.length >= total) return stems;
  }
}

async function ask(
  project: Project,
  stems: ReadonlyMap<string, ReadonlySet<string>>,
  query: string,
  group: string,
  gold: ReadonlySet<string>,
  idOf: (hit: Hit) => string,
): Promise<Question> {
  const { hits } = await project.search(query, { limit: CANDIDATES, explain: true });
  const asked = stemsOf(query);
  const shareOf = (part: ReadonlySet<string>, of: ReadonlySet<string>): number =>
    part.size === 0 ? 0 : [...part].filter((one) => of.has(one)).length / part.size;
  const rows = hits.map((hit) => [
    ...FEATURES.map((name) => hit.explanation?.features[name]?.value ?? 0),
    shareOf(asked, stems.get(`${hit.source.path}\u0000${hit.room}`) ?? new Set()),
    shareOf(stemsOf(hit.room.replaceAll("-", " ")), asked),
  ]);
  return { group, gold, ids: hits.map(idOf), rows };
}

async function conversations(name: string, folder: string): Promise<Collection> {
  return await withLoci(async (loci, home) => {
    const questions: Question[] = [];
    for (const [group, said] of readDataset(folder).groups) {
      let stems: ReadonlyMap<string, ReadonlySet<string>> = new Map();
      for await (const { project, query, grew } of questionsInTurn(loci, home, group, said, { wing: group })) {
        if (grew) stems = await closetStems(project);
        questions.push(await ask(project, stems, query.query, group, new Set(query.gold), sessionOf));
      }
      console.error(`${name} ${group}`);
    }
    return { name, figure: "recall", questions };
  });
}

async function abstracts(name: string, folder: string): Promise<Collection> {
  return await withLoci(async (loci, home) => {
    const { project, queries } = await judgedAbstracts(loci, home, folder);
    const stems = await closetStems(project);
    const questions: Question[] = [];
    for (const { text, gold, line } of queries)
      questions.push(
        await ask(project, stems, text, String(line % PARTS), gold, (hit) => hit.source.path.replace(/\.md$/, "")),
      );
    return { name, figure: "ndcg", questions };
  });
}

/** Markdown files asked by headings that were taken out of them; what is right is any drawer that begins under the heading. */
async function headings(name: string, folder: string): Promise<Collection> {
  return await withLoci(async (loci, home) => {
    const asked: { path: string; heading: string; from: number; to: number }[] = [];
    for (const path of globSync("**/*.md", { cwd: folder }).sort()) {
      const { text, questions } = headingQuestions(readFileSync(join(folder, path), "utf8"), 2);
      mkdirSync(join(home, "corpus", dirname(path)), { recursive: true });
      writeFileSync(join(home, "corpus", path), text);
      asked.push(...questions.map((question) => ({ ...question, path })));
    }
    const project = await loci.project("markdown");
    await project.index([join(home, "corpus")], { scope: "kb" });
    const stems = await closetStems(project);
    const questions: Question[] = [];
    for (const [i, { path, heading, from, to }] of asked.entries()) {
      const right = (hit: Hit): boolean =>
        hit.source.path === path && hit.lines !== null && hit.lines.start <= to && hit.lines.end >= from;
      questions.push(
        await ask(project, stems, heading, String(i % PARTS), new Set(["right"]), (hit) =>
          right(hit) ? "right" : hit.id,
        ),
      );
    }
    return { name, figure: "recall", questions };
  });
}

const collections = [
  await conversations("LoCoMo", join(data, "locomo")),
  await conversations("RealMem", join(data, "realmem")),
  await abstracts("SciFact", join(data, "ir", "scifact")),
  await headings("Markdown", join(data, "docs", "markdown")),
];
const count = FEATURES.length + EXTRA.length;
const base = FEATURES.map((_, i) => i);

/** One figure a question. */
type Scores = readonly (readonly number[])[];

/** Each question judged by the weights in use. */
function inUse(weights: readonly number[]): Scores {
  return collections.map((one) => one.questions.map((question) => judge({ ...one, questions: [question] }, weights)));
}

/** Each question judged by weights fitted without its group. */
function fitted(used: readonly number[]): Scores {
  const partOf = (one: Collection): ReadonlyMap<string, number> =>
    new Map([...new Set(one.questions.map(({ group }) => group))].sort().map((group, i) => [group, i % PARTS]));
  const all = collections.map((one) => one.questions.map(() => 0));
  for (let part = 0; part < PARTS; part++) {
    const weights = fit(
      collections.map((one) => ({
        ...one,
        questions: one.questions.filter(({ group }) => partOf(one).get(group) !== part),
      })),
      used,
      count,
    );
    collections.forEach((one, c) =>
      one.questions.forEach((question, q) => {
        if (partOf(one).get(question.group) === part)
          (all[c] as number[])[q] = judge({ ...one, questions: [question] }, weights);
      }),
    );
  }
  return all;
}

const row = (name: string, cells: readonly string[]): string => `| ${name} | ${cells.join(" | ")} |`;
const means = (scores: Scores): readonly string[] =>
  scores.map((one) => (one.reduce((a, b) => a + b, 0) / Math.max(1, one.length)).toFixed(2));
const signed = (value: number): string => `${value < 0 ? "−" : "+"}${Math.abs(value).toFixed(2)}`;
const gains = (withIt: Scores, without: Scores): readonly string[] =>
  withIt.map((one, c) => {
    const { mean, low, high } = bootstrap(
      one.map((value, q) => value - (without[c]?.[q] ?? 0)),
      1,
    );
    return `${signed(mean)} (${signed(low)} to ${signed(high)})`;
  });

const weights = [...FEATURES.map((name) => WEIGHTS[name]), ...EXTRA.map(() => 0)];
const withoutHall = weights.map((weight, i) => (FEATURES[i] === "hall" ? 0 : weight));
const plain = inUse(withoutHall);
const tried = fitted(base);
const names = collections.map(({ name }) => name);
const head = (first: string): string => `${row(first, names)}\n|---|${names.map(() => "---").join("|")}|`;
console.log(`# The palace as a prior for ranking

Written by \`node evals/palace/prior.ts\`. Nobody filters; names are in the questions. LoCoMo and RealMem: recall at 10; SciFact: nDCG at 10; Markdown: headings of the
sample files taken out of them and asked for what stood under them, share found among the first ten. Development parts, per cent; differences with their
95 % interval over questions.

## In use: \`hall\`
A message counts for more when it stands in the hall that the question, read as a statement, would stand in. Weight ${WEIGHTS.hall}, the others as they were. Files are left as they
are: a first trial (rules for forms of questions, weights fitted, files too) lost 0.09 on SciFact and 0.15 on Markdown, within its noise. Weight and form were chosen on
these same questions, among four weights and three forms, so other questions may gain less.

${head("")}
${row("without", means(plain))}
${row("with `hall`", gains(inUse(weights), plain))}

## Not in use
Each fitted with all others, each group of questions judged by weights that were fitted without it.

- \`closet\`: share of the question's words (stems, without stop words) that stand on the closet of the hit's document in its room.
- \`roomNamed\`: share of the room's words that stand in the question.

${head("")}
${row("without", means(tried))}
${[[0], [1], [0, 1]].map((extra) => row(extra.map((i) => `\`${EXTRA[i] ?? ""}\``).join(", "), gains(fitted([...base, ...extra.map((i) => FEATURES.length + i)]), tried))).join("\n")}

What a closet says is in the drawers of its document already, and those are counted (\`documentCoverage\`, \`documentDense\`): a closet adds nothing that
ranking doesn't know. So closets are for browsing and for the brief, and lift nothing.`);
