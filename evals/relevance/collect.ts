import { readLines } from "../shared/read-lines.ts";
import { cpSync, globSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { readDataset } from "../suites/dataset.ts";
import type { Hit, Project, SearchMode } from "../../src/index.ts";
import { RELEVANCE_VALUES } from "../../src/ranking/relevance.ts";
import { judgedAbstracts } from "../shared/judged-abstracts.ts";
import { questionsInTurn } from "../shared/questions-in-turn.ts";
import { sessionOf } from "../shared/session-of.ts";
import { withLoci } from "../shared/with-loci.ts";
import { chatLines } from "../suites/chat-lines.ts";

/** A question and its hits. */
export interface Judged {
  readonly query: string;
  /** Whether something that is stored answers it. */
  readonly answerable: boolean;
  /** Questions of one group are held out together. */
  readonly group: string;
  readonly gold: number;
  readonly probability: number;
  /** How many of the hits matter. */
  readonly weaker: number;
  readonly hits: readonly {
    /** Whether it is a message. */
    readonly message: boolean;
    readonly values: readonly number[];
    readonly relevance: number;
    readonly right: boolean;
    readonly text: string;
  }[];
}

export interface JudgedSet {
  readonly name: string;
  readonly questions: readonly Judged[];
}

const HITS = 10;
/** Handbooks that the project's own packages bring, in the versions of its lock file. */
const README_FILES = [
  "{winston,lru-cache,qs,fflate,picomatch,smol-toml,protobufjs,body-parser,debug,node-fetch,ip-address,zod-to-json-schema}/README.md",
  "@zilliz/milvus2-sdk-node/README.md",
  "commander/Readme.md",
  "ai/docs/{03-ai-sdk-core,04-ai-sdk-ui}/*.mdx",
];
/** Questions of other groups asked of each group. */
const FOREIGN = 60;

async function ask(
  project: Project,
  query: string,
  right: (hit: Hit) => boolean,
  known: {
    readonly answerable: boolean;
    readonly group: string;
    readonly gold?: number;
    readonly mode: SearchMode;
    readonly now?: string;
    readonly unit?: "document" | undefined;
  },
): Promise<Judged> {
  const { mode, now, unit, ...rest } = known;
  const { hits, probability, weaker } = await project.search(query, {
    limit: HITS,
    explain: true,
    mode,
    ...(now !== undefined && { now }),
    ...(unit && { groupBy: unit }),
  });
  return {
    query,
    gold: 0,
    ...rest,
    probability,
    weaker,
    hits: hits.map((hit) => ({
      message: hit.message !== null,
      right: known.answerable && right(hit),
      text: hit.text.slice(0, 100),
      values: RELEVANCE_VALUES.map((name) => hit.explanation?.relevance[name]?.value ?? 0),
      relevance: hit.relevance,
    })),
  };
}

/** A conversation collection: its own questions, those marked as unanswerable, and some of other conversations. */
export async function conversations(
  name: string,
  folder: string,
  { mode, unit }: { readonly mode: SearchMode; readonly unit?: "document" },
): Promise<JudgedSet> {
  return await withLoci(async (loci, home) => {
    const questions: Judged[] = [];
    const { groups } = readDataset(folder);
    for (const [group, said] of groups) {
      let last: Project | null = null;
      for await (const { project, query, asked } of questionsInTurn(loci, home, group, said)) {
        last = project;
        const gold = new Set(query.gold);
        questions.push(
          await ask(project, query.query, (hit) => gold.has(sessionOf(hit)), {
            mode,
            answerable: true,
            group,
            gold: gold.size,
            unit,
            ...asked,
          }),
        );
      }
      if (last === null) continue;
      const file = join(home, `${last.name}-rest.jsonl`);
      writeFileSync(
        file,
        said.documents
          .flatMap(chatLines)
          .map((line) => `${JSON.stringify(line)}\n`)
          .join(""),
      );
      for (const { query, abstain } of said.queries)
        if (abstain) questions.push(await ask(last, query, () => false, { mode, answerable: false, group, unit }));
      const others = [...groups].flatMap(([other, { queries }]) =>
        other === group ? [] : queries.filter(({ abstain }) => !abstain),
      );
      const step = Math.max(1, others.length / FOREIGN);
      for (let at = 0; at < others.length; at += step)
        questions.push(
          await ask(last, others[Math.floor(at)]?.query ?? "", () => false, { mode, answerable: false, group, unit }),
        );
    }
    return { name, questions };
  });
}

export async function abstracts(folder: string, mode: SearchMode): Promise<JudgedSet> {
  return await withLoci(async (loci, home) => {
    const { project, queries } = await judgedAbstracts(loci, home, folder);
    const questions: Judged[] = [];
    for (const [i, { text, gold }] of queries.entries())
      if (i % 2 === 0)
        questions.push(
          await ask(project, text, ({ source }) => gold.has(source.path.replace(/\.md$/, "")), {
            mode,
            answerable: gold.size > 0,
            group: String(i % 5),
            gold: gold.size,
          }),
        );
    return { name: "SciFact", questions };
  });
}

interface HandbookQuestion {
  readonly question: string;
  /** Stretches of files that answer, as they stand there. */
  readonly answers: readonly { readonly path: string; readonly has: string }[];
}

const asksOf = (name: "til" | "readmes"): readonly HandbookQuestion[] =>
  readLines<HandbookQuestion>(join(here, `relevance/${name}.jsonl`));

/** Whether a handbook is asked its own questions, those whose answers were taken out of it, or those that the other answers. */
export type Asking = "own" | "taken" | "foreign";

/**
 * Files of handbooks and vaults, asked as their reader would, mostly in other words; a quarter has no answer. The same questions where nothing answers
 * them any more show what tells an answer from what only speaks of its subject, whoever wrote the questions.
 */
export async function handbook(
  name: "til" | "readmes",
  { root, mode, asking }: { readonly root: string; readonly mode: SearchMode; readonly asking: Asking },
): Promise<JudgedSet> {
  return await withLoci(async (loci, home) => {
    const folder = join(home, "handbooks");
    if (name === "til") cpSync(root, folder, { recursive: true });
    else
      for (const path of README_FILES.flatMap((pattern) => globSync(pattern, { cwd: root })).sort())
        cpSync(join(root, path), join(folder, path));
    const asked = asksOf(asking !== "foreign" ? name : name === "til" ? "readmes" : "til")
      .map((one, i) => ({ ...one, group: String(i % 5) }))
      .filter(({ answers }) => asking === "own" || answers.length > 0);
    if (asking === "taken")
      for (const { path, has } of asked.flatMap(({ answers }) => answers)) {
        const file = join(folder, path);
        // A note has one subject, a handbook one a heading.
        if (name === "til") rmSync(file, { force: true });
        else {
          const sections = readFileSync(file, "utf8").split(/\n(?=#)/u);
          writeFileSync(file, sections.filter((section) => !section.includes(has)).join("\n"));
        }
      }
    const project = await loci.project(name);
    await project.index([folder], { scope: "kb" });
    const questions: Judged[] = [];
    for (const { question, answers, group } of asked) {
      const gold = asking === "own" ? answers : [];
      const right = ({ source, text }: Hit): boolean =>
        gold.some(({ path, has }) => source.path === path && text.includes(has));
      const known = { mode, answerable: gold.length > 0, group, gold: gold.length };
      questions.push(await ask(project, question, right, known));
    }
    return { name: `handbook-${name}${asking === "own" ? "" : `-${asking}`}`, questions };
  });
}

export async function agentHistory(folder: string, foreign: readonly string[], mode: SearchMode): Promise<JudgedSet> {
  return await withLoci(async (loci) => {
    const project = await loci.project("history");
    await project.mine([join(folder, "sessions")], { scope: "kb" });
    const questions: Judged[] = [];
    for (const [i, line] of readFileSync(join(folder, "questions.jsonl"), "utf8").trim().split("\n").entries()) {
      const { query, gold, alternatives = [], parts = [] } = JSON.parse(line);
      const right = new Set([...gold, ...alternatives, ...parts.flat()]);
      questions.push(
        await ask(project, query, (hit) => right.has(sessionOf(hit)), {
          mode,
          answerable: gold.length > 0,
          group: String(i % 5),
          gold: right.size,
        }),
      );
    }
    for (const [i, query] of foreign.entries())
      questions.push(await ask(project, query, () => false, { mode, answerable: false, group: String(i % 5) }));
    return { name: "agent-history", questions };
  });
}

const here = new URL("../", import.meta.url).pathname;

export const NOTES = readLines<{ id: string; wing: string; text: string }>(join(here, "precision/notes.jsonl"));
export const NOTE_QUESTIONS = readLines<{ query: string; gold: readonly string[] }>(
  join(here, "precision/questions.jsonl"),
);
export const FIRST_DAY = readLines<{ note: string; question: string; twin: string }>(
  join(here, "relevance/first-day.jsonl"),
);

export const TWINS = readLines<{ note: string; question: string; twin: string }>(join(here, "relevance/twins.jsonl"));

/** Notes of a few subjects in one project, each asked for by what it says and by what nothing says of its subject. */
export async function twins(mode: SearchMode): Promise<JudgedSet> {
  return await withLoci(async (loci) => {
    const project = await loci.project("twins");
    for (const { note } of TWINS) await project.addDrawer({ text: note, scope: "kb", force: true });
    const questions: Judged[] = [];
    for (const [i, { note, question, twin }] of TWINS.entries()) {
      const group = String(i % 5);
      const right = (hit: Hit): boolean => hit.text === note;
      questions.push(await ask(project, question, right, { mode, answerable: true, group, gold: 1 }));
      questions.push(await ask(project, twin, right, { mode, answerable: false, group }));
    }
    return { name: "twins", questions };
  });
}

export const NEAR_MISSES = readLines<{
  text: string;
  answered: readonly string[];
  missed: readonly string[];
}>(join(here, "relevance/near-misses.jsonl"));

/** What somebody notes or says of several subjects, each asked for what it says and for what nobody says of the same subject. */
export async function nearMisses(form: "notes" | "chat", mode: SearchMode): Promise<JudgedSet> {
  return await withLoci(async (loci, home) => {
    const project = await loci.project("near");
    if (form === "notes")
      for (const { text } of NEAR_MISSES) await project.addDrawer({ text, scope: "kb", force: true });
    else {
      const file = join(home, "said.jsonl");
      const said = NEAR_MISSES.map(({ text }, i) => ({
        session: `s${Math.floor(i / 4)}`,
        id: `m${i}`,
        role: "user",
        text,
      }));
      writeFileSync(file, said.map((one) => `${JSON.stringify(one)}\n`).join(""));
      await project.mine([file], { scope: "kb", format: "jsonl" });
    }
    const questions: Judged[] = [];
    for (const [i, { text, answered, missed }] of NEAR_MISSES.entries()) {
      const known = { mode, group: String(i % 5) };
      const right = (hit: Hit): boolean => hit.text.trim() === text;
      for (const one of answered)
        questions.push(await ask(project, one, right, { ...known, answerable: true, gold: 1 }));
      for (const one of missed) questions.push(await ask(project, one, right, { ...known, answerable: false }));
    }
    return { name: `near-${form}`, questions };
  });
}

/** How the notes came in. */
export type NoteForm = "added" | "files" | "chat";

/** Short notes in three wings, each asked for by all that belongs to the answer. */
export async function notes(form: NoteForm, mode: SearchMode): Promise<JudgedSet> {
  return await withLoci(async (loci, home) => {
    const project = await loci.project("notes");
    const textOf = new Map(NOTES.map(({ id, text }) => [id, text]));
    if (form === "added")
      for (const { wing, text } of NOTES)
        await project.addDrawer({ text, wing, room: "notes", scope: "kb", force: true });
    for (const wing of new Set(NOTES.map((note) => note.wing))) {
      const own = NOTES.filter((note) => note.wing === wing);
      const folder = join(home, "notes", wing);
      mkdirSync(folder, { recursive: true });
      if (form === "files") {
        for (const { id, text } of own) writeFileSync(join(folder, `${id}.md`), `${text}\n`);
        await project.index([folder], { scope: "kb", wing });
      }
      if (form === "chat") {
        const said = own.map(({ id, text }) => JSON.stringify({ session: wing, id, role: "user", text }));
        writeFileSync(join(folder, "said.jsonl"), `${said.join("\n")}\n`);
        await project.mine([join(folder, "said.jsonl")], { scope: "kb", format: "jsonl", wing });
      }
    }
    const questions: Judged[] = [];
    for (const [i, { query, gold }] of NOTE_QUESTIONS.entries()) {
      const right = new Set(gold.map((id) => textOf.get(id)));
      questions.push(
        await ask(project, query, ({ text }) => right.has(text.trim()), {
          mode,
          answerable: gold.length > 0,
          group: String(i % 5),
          gold: gold.length,
        }),
      );
    }
    return { name: `precision-${form}`, questions };
  });
}

interface Noted {
  readonly project: string;
  readonly id: string;
  readonly wing: string;
  readonly text: string;
}
interface NotedQuestion {
  readonly project: string;
  readonly query: string;
  readonly gold: readonly string[];
}

/** Short notes of several projects, each asked for in other words than its own. */
export async function inOtherWords(
  name: "other-words" | "far-words" | "two-subjects",
  mode: SearchMode,
): Promise<JudgedSet> {
  return await withLoci(async (loci) => {
    const noted = readLines<Noted>(join(here, `precision/${name}.notes.jsonl`));
    const textOf = new Map(noted.map(({ project, id, text }) => [`${project}/${id}`, text]));
    for (const { project, wing, text } of noted)
      await (await loci.project(project)).addDrawer({ text, wing, room: "notes", scope: "kb", force: true });
    const questions: Judged[] = [];
    const asked = readLines<NotedQuestion>(join(here, `precision/${name}.questions.jsonl`));
    for (const { project, query, gold } of asked) {
      const right = new Set(gold.map((id) => textOf.get(`${project}/${id}`)));
      questions.push(
        await ask(await loci.project(project), query, ({ text }) => right.has(text.trim()), {
          mode,
          answerable: gold.length > 0,
          group: project,
          gold: gold.length,
        }),
      );
    }
    return { name, questions };
  });
}

/** Passages that answer none of the first day's questions. */
function filler(data: string, count: number): readonly string[] {
  const texts: string[] = [];
  const cut = (text: string): void => {
    for (let at = 0; at < text.length && texts.length < count; at += 420) texts.push(text.slice(at, at + 420));
  };
  for (const line of readLines<{ text: string }>(join(data, "beam/docs.jsonl"))) cut(line.text);
  for (const line of readLines<{ text: string; title: string }>(join(data, "ir/scifact/corpus.jsonl"))) cut(line.text);
  for (const line of readLines<{ text: string }>(join(data, "realmem/docs.jsonl"))) cut(line.text);
  for (const line of readLines<{ text: string }>(join(data, "locomo/docs.jsonl"))) cut(line.text);
  return texts;
}

/** The first day's questions over so many drawers: the notes themselves up to their number, other passages beyond. */
export async function firstDay(data: string, size: number, mode: SearchMode): Promise<JudgedSet> {
  return await withLoci(async (loci, home) => {
    const questions: Judged[] = [];
    const shared = size >= FIRST_DAY.length ? await loci.project("day") : null;
    const write = async (project: Project, folder: string, texts: readonly string[]): Promise<void> => {
      mkdirSync(folder, { recursive: true });
      for (const [i, text] of texts.entries()) {
        const at = join(folder, String(Math.floor(i / 1_000)));
        mkdirSync(at, { recursive: true });
        writeFileSync(join(at, `note-${i}.md`), `${text}\n`);
      }
      await project.index([folder], { scope: "kb" });
    };
    if (shared !== null)
      await write(shared, join(home, "day"), [
        ...FIRST_DAY.map(({ note }) => note),
        ...filler(data, size - FIRST_DAY.length),
      ]);
    for (const [i, { note, question, twin }] of FIRST_DAY.entries()) {
      let project = shared;
      if (project === null) {
        project = await loci.project(`day-${i}`);
        const others = FIRST_DAY.map((one) => one.note).filter((_, j) => j !== i);
        await write(project, join(home, `day-${i}`), [
          note,
          ...Array.from({ length: size - 1 }, (_, k) => others[(i + k * 7) % others.length] as string),
        ]);
      }
      const group = String(i % 5);
      questions.push(
        await ask(project, question, ({ text }) => text.includes(note), { mode, answerable: true, group, gold: 1 }),
      );
      questions.push(await ask(project, twin, () => false, { mode, answerable: false, group }));
    }
    return { name: `first-day-${size}`, questions };
  });
}
