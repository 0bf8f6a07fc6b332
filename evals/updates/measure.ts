/**
 * Whether the later of two dated notes that say different things comes first and names what it replaced, and whether notes that only look so are
 * left alone. Writes evals/updates/report.md. Run: node evals/updates/measure.ts [DATA]
 */
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { readDataset } from "../suites/dataset.ts";
import type { Hit, Project } from "../../src/index.ts";
import { questionsInTurn } from "../shared/questions-in-turn.ts";
import { sessionOf } from "../shared/session-of.ts";
import { withLoci } from "../shared/with-loci.ts";

interface Case {
  readonly kind: "update" | "look-alike";
  readonly older: string;
  readonly newer: string;
  readonly question: string;
  readonly past?: string;
}

const read = (name: string): string => readFileSync(new URL(name, import.meta.url), "utf8");
const casesOf = (file: string): readonly Case[] =>
  read(file)
    .trim()
    .split("\n")
    .map((line) => JSON.parse(line) as Case);
const kinds = ["update", "look-alike"] as const;
const DAY = 86_400_000;
const rows: string[] = [];

for (const [file, name] of [
  ["cases.jsonl", ""],
  ["cases-second.jsonl", ", second part"],
] as const)
  for (const kind of kinds)
    rows.push(
      ...(await notes(
        `${kind}${name}`,
        casesOf(file).filter((one) => one.kind === kind),
      )),
    );
const data = process.argv[2] ?? "../shared/data";
const collections = ["beam", "locomo"].filter((name) => existsSync(join(data, name)));
const chats: string[] = [];
for (const name of collections) chats.push(...(await conversations(name)));
writeFileSync(
  new URL("report.md", import.meta.url),
  [
    "# Updates",
    "",
    "Written by `node evals/updates/measure.ts`. Pairs of dated daily notes (`cases.jsonl`, written for this; all of a kind in one project, so that the",
    "others stand between them): some of which the later one replaces what the earlier one says, others that only look so. The second part",
    "(`cases-second.jsonl`) was written before the rules were widened to moves, jobs, endings and the like, in three lots: of their first 40 updates the rules",
    "of before saw 8 of 20 and 1 of 12; the last lot, unseen by the rules of today, 7 of 8, with one of its 12 look-alikes taken; both were mended since.",
    "Twelve more pairs ask how many: they were written when counts of one thing (`how many books`: 10 books, then 12) were added, and none was mended.",
    "",
    "| notes | pairs | later one first without this | with it | names what it replaced |",
    "|---|---|---|---|---|",
    ...rows,
    "",
    "Questions of the collections: in how many one hit of the first ten names what it replaced, and, where two or more right turns are among the first ten,",
    "how often the last said stands first.",
    "",
    "| collection | kind | questions | names one | right turns twice | last said first |",
    "|---|---|---|---|---|---|",
    ...chats,
    "",
  ].join("\n"),
);

async function notes(kind: string, own: readonly Case[]): Promise<readonly string[]> {
  return await withLoci(async (loci, home) => {
    const folder = join(home, "log");
    mkdirSync(folder);
    const write = (i: number, after: number, text: string): void => {
      const day = new Date(Date.UTC(2026, 1, 2) + (i + after) * DAY).toISOString().slice(0, 10);
      writeFileSync(join(folder, `${day}.md`), `${text}\n`);
    };
    for (const [i, { older, newer }] of own.entries()) {
      write(i, 0, older);
      write(i, 60, newer);
    }
    const project = await loci.project("updates");
    await project.index([folder], { scope: "kb" });
    const asked = await figures(project, own, (one) => one.question);
    const past = own.filter((one) => one.past !== undefined);
    const then = await figures(project, past, (one) => one.past as string);
    const row = (name: string, count: number, { before, first, named }: Figures): string =>
      `| ${name} | ${count} | ${before} | ${first} | ${named} |`;
    return [
      row(kind, own.length, asked),
      ...(past.length === 0 ? [] : [row(`${kind}, asked for the past`, past.length, then)]),
    ];
  });
}

function unmoved({ score, parts }: Hit): number {
  return score - (parts["update"] ?? 0);
}

interface Figures {
  readonly before: number;
  readonly first: number;
  readonly named: number;
}

async function figures(project: Project, own: readonly Case[], question: (one: Case) => string): Promise<Figures> {
  const tally = { before: 0, first: 0, named: 0 };
  for (const one of own) {
    const { hits } = await project.search(question(one), { now: "2026-06-01" });
    const at = (text: string): number => hits.findIndex((hit) => hit.text.includes(text));
    // Without what this adds to a score.
    const before = hits.toSorted((a, b) => unmoved(b) - unmoved(a));
    const stood = (text: string): number => before.findIndex((hit) => hit.text.includes(text));
    if (stood(one.newer) >= 0 && (stood(one.older) < 0 || stood(one.newer) < stood(one.older))) tally.before++;
    const [newer, older] = [at(one.newer), at(one.older)];
    if (newer >= 0 && (older < 0 || newer < older)) tally.first++;
    const wanted = (hit: Hit): boolean => one.kind === "look-alike" || hit.text.includes(one.newer);
    if (hits.some((hit) => hit.replaced !== undefined && wanted(hit))) tally.named++;
  }
  return tally;
}

async function conversations(name: string): Promise<readonly string[]> {
  return await withLoci(async (loci, home) => {
    const tally = new Map<string, { questions: number; named: number; twice: number; first: number }>();
    for (const [group, said] of readDataset(join(data, name)).groups) {
      const place = new Map(said.documents.map(({ id }, i) => [id, i]));
      for await (const { project, query, asked } of questionsInTurn(loci, home, group, said)) {
        const { hits } = await project.search(query.query, { ...asked, limit: 10 });
        const right = hits.map(sessionOf).filter((id) => query.gold.includes(id));
        const own = tally.get(query.category) ?? { questions: 0, named: 0, twice: 0, first: 0 };
        tally.set(query.category, own);
        own.questions++;
        if (hits.some(({ replaced }) => replaced !== undefined)) own.named++;
        const places = right.map((id) => place.get(id) ?? 0);
        if (places.length < 2) continue;
        own.twice++;
        if (places[0] === Math.max(...places)) own.first++;
      }
    }
    return [...tally]
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .map(([kind, one]) => `| ${name} | ${kind} | ${one.questions} | ${one.named} | ${one.twice} | ${one.first} |`);
  });
}
