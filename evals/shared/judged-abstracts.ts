import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { parseLines } from "../../src/evaluation/parse-lines.ts";
import { readText } from "../../src/evaluation/read-text.ts";
import type { Loci, Project } from "../../src/index.ts";

/** A query with the documents that are right. */
export interface JudgedQuery {
  readonly text: string;
  /** Its line in the file of queries, from 0. */
  readonly line: number;
  readonly gold: ReadonlySet<string>;
}

/** A collection in the layout of BEIR, indexed as one Markdown file a document, with its judged development queries in their order. */
export async function judgedAbstracts(loci: Loci, home: string, folder: string): Promise<{ readonly project: Project; readonly queries: readonly JudgedQuery[] }> {
  mkdirSync(join(home, "corpus"));
  for (const { _id, title, text } of parseLines<{ _id: string; title: string; text: string }>(readText(join(folder, "corpus.jsonl")), "corpus.jsonl")) {
    writeFileSync(join(home, "corpus", `${_id}.md`), `# ${title}\n\n${text}\n`);
  }
  const project = await loci.project("ir");
  await project.index([join(home, "corpus")], { scope: "kb" });
  const gold = new Map<string, Set<string>>();
  for (const line of readText(join(folder, "qrels", "dev.tsv")).split("\n")) {
    const [query = "", document = "", score] = line.trim().split("\t");
    if (Number(score) > 0) gold.set(query, (gold.get(query) ?? new Set()).add(document));
  }
  const all = parseLines<{ _id: string; text: string }>(readText(join(folder, "queries.jsonl")), "queries.jsonl");
  return { project, queries: all.flatMap(({ _id, text }, line) => (gold.has(_id) ? [{ text, line, gold: gold.get(_id) as Set<string> }] : [])) };
}
