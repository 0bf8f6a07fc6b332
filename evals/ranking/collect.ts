import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { chatLines } from "../../src/evaluation/chat-lines.ts";
import { parseLines, readDataset, readText } from "../../src/evaluation/dataset.ts";
import { type Hit, type Loci, openLoci, type Project } from "../../src/index.ts";
import { FEATURES } from "../../src/ranking/features.ts";

/** The candidates of one question: a row of feature values each, and what each would count for. */
export interface Question {
  /** Conversation, user or fold: questions of one group are left out together. */
  readonly group: string;
  readonly gold: ReadonlySet<string>;
  readonly rows: readonly (readonly number[])[];
  /** The gold id that a candidate stands for, whether or not it is right. */
  readonly ids: readonly string[];
}

/** A development collection. */
export interface Collection {
  readonly name: string;
  readonly questions: readonly Question[];
}

/** Candidates a question; about what the learned order is chosen from. */
const CANDIDATES = 300;
const FOLDS = 5;

/** Asks every question of a conversation collection over the public API and keeps the features that `explain` gives. */
export async function collectConversations(name: string, folder: string): Promise<Collection> {
  return await withLoci(async (loci, home) => {
    const questions: Question[] = [];
    for (const [group, { documents, queries }] of readDataset(folder).groups) {
      const project = await loci.project(group.toLowerCase().replace(/[^a-z0-9]+/g, "-"));
      const ordered = documents.toSorted((a, b) => (a.seq ?? 0) - (b.seq ?? 0));
      let fed = 0;
      for (const query of queries.filter(({ gold }) => gold.length > 0).toSorted((a, b) => (a.asked_seq ?? Infinity) - (b.asked_seq ?? Infinity))) {
        const next = ordered.slice(fed).filter(({ seq }) => (seq ?? 0) < (query.asked_seq ?? Infinity));
        if (next.length > 0) {
          const file = join(home, `${project.name}-${fed}.jsonl`);
          writeFileSync(file, next.flatMap(chatLines).map((line) => `${JSON.stringify(line)}\n`).join(""));
          fed += next.length;
          await project.mine([file], { scope: "kb", format: "jsonl" });
        }
        questions.push(await ask(project, query.query, group, new Set(query.gold), (hit) => (hit.message?.ids[0] ?? "").split("#")[0] ?? ""));
      }
    }
    return { name, questions };
  });
}

/** The same for a collection in the layout of BEIR. */
export async function collectIr(name: string, folder: string): Promise<Collection> {
  return await withLoci(async (loci, home) => {
    const corpus = parseLines<{ _id: string; title: string; text: string }>(readText(join(folder, "corpus.jsonl")), "corpus.jsonl");
    mkdirSync(join(home, "corpus"));
    corpus.forEach(({ _id, title, text }) => writeFileSync(join(home, "corpus", `${_id}.md`), `# ${title}\n\n${text}\n`));
    const project = await loci.project("ir");
    await project.index([join(home, "corpus")], { scope: "kb" });
    const gold = new Map<string, Set<string>>();
    for (const line of readText(join(folder, "qrels", "dev.tsv")).split("\n")) {
      const [query = "", document = "", score] = line.trim().split("\t");
      if (Number(score) > 0) gold.set(query, (gold.get(query) ?? new Set()).add(document));
    }
    const queries = parseLines<{ _id: string; text: string }>(readText(join(folder, "queries.jsonl")), "queries.jsonl").filter(({ _id }) => gold.has(_id));
    const questions: Question[] = [];
    for (const [i, { _id, text }] of queries.entries()) {
      questions.push(await ask(project, text, String(i % FOLDS), gold.get(_id) ?? new Set(), (hit) => hit.source.path.replace(/\.md$/, "")));
    }
    return { name, questions };
  });
}

async function withLoci<T>(work: (loci: Loci, home: string) => Promise<T>): Promise<T> {
  const home = mkdtempSync(join(tmpdir(), "loci-learn-"));
  const loci = await openLoci({ home });
  try {
    return await work(loci, home);
  } finally {
    await loci.close();
    rmSync(home, { recursive: true, force: true });
  }
}

async function ask(project: Project, query: string, group: string, gold: ReadonlySet<string>, idOf: (hit: Hit) => string): Promise<Question> {
  const { hits } = await project.search(query, { limit: CANDIDATES, explain: true });
  return { group, gold, ids: hits.map(idOf), rows: hits.map(({ explanation }) => FEATURES.map((name) => explanation?.features[name]?.value ?? 0)) };
}
