import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { readJudgedCollection } from "../suites/judged-collection.ts";
import type { Loci, Project } from "../../src/index.ts";

/** A query with the documents that are right. */
export interface JudgedQuery {
  readonly text: string;
  /** Its place among the judged queries, from 0. */
  readonly line: number;
  readonly gold: ReadonlySet<string>;
}

/** A collection in the layout of BEIR, indexed as one Markdown file a document, with its judged development queries in their order. */
export async function judgedAbstracts(
  loci: Loci,
  home: string,
  folder: string,
): Promise<{ readonly project: Project; readonly queries: readonly JudgedQuery[] }> {
  const { documents, queries } = readJudgedCollection(folder);
  mkdirSync(join(home, "corpus"));
  for (const { id, title, text } of documents)
    writeFileSync(join(home, "corpus", `${id}.md`), `# ${title}\n\n${text}\n`);
  const project = await loci.project("ir");
  await project.index([join(home, "corpus")], { scope: "kb" });
  return { project, queries: queries.map(({ text, gold }, line) => ({ text, line, gold: new Set(gold.keys()) })) };
}
