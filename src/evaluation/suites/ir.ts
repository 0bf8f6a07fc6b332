import { createHash } from "node:crypto";
import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";
import { openLoci } from "../../index.ts";
import { LociError } from "../../model/error.ts";
import { COLUMNS } from "../baselines.ts";
import { scoreList } from "../metrics.ts";
import { parseLines } from "../parse-lines.ts";
import { readText } from "../read-text.ts";
import { type QuestionFigures, report, type Report } from "../report.ts";
import type { SuiteOptions } from "../suite.ts";

/** Documents asked for: enough for recall at 100. */
const DOCUMENTS = 100;

/**
 * A classic collection in the layout of BEIR (`corpus.jsonl`, `queries.jsonl`, `qrels/*.tsv`): each document becomes a
 * markdown file with its title as the heading; the first hit of each document counts. `--data` is the collection's
 * folder, or a folder that holds exactly one.
 *
 * @throws LociError `DATA_NOT_FOUND`
 */
export async function evaluateIr(options: SuiteOptions): Promise<Report> {
  const folder = collectionFolder(options.data);
  const corpusText = readText(join(folder, "corpus.jsonl"));
  const queriesText = readText(join(folder, "queries.jsonl"));
  const qrelsText = readQrels(folder);
  const judgements = parseQrels(qrelsText);
  const queries = parseLines<{ _id: string; text: string }>(queriesText, "queries.jsonl").filter(({ _id }) => judgements.has(_id));
  const corpus = parseLines<{ _id: string; title?: string; text: string }>(corpusText, "corpus.jsonl");
  const home = mkdtempSync(join(tmpdir(), "loci-eval-"));
  const loci = await openLoci({ home });
  const byColumn = new Map<string, QuestionFigures[]>(COLUMNS.map(({ name }) => [name, []]));
  let modelIdentity: string | null = null;
  try {
    const ids = writeCorpus(join(home, "corpus"), corpus);
    const project = await loci.project("ir");
    await project.index([join(home, "corpus")], { scope: "kb", wing: "ir" });
    options.onProgress?.(`${corpus.length} documents indexed`);
    for (const { _id, text } of queries) {
      for (const { name, options: column } of COLUMNS) {
        const start = performance.now();
        const answer = await project.search(text, { limit: 2 * DOCUMENTS, ...column });
        const milliseconds = performance.now() - start;
        if (name === COLUMNS[0]?.name) modelIdentity = answer.modelIdentity;
        const ranked = [...new Set(answer.hits.map((hit) => ids.get(hit.source.path) ?? ""))];
        const scores = scoreList(ranked, judgements.get(_id) as ReadonlyMap<string, number>);
        const figures = { "ndcg@10": scores.ndcg(10), "recall@10": scores.recall(10), "recall@100": scores.recall(100), mrr: scores.reciprocalRank };
        byColumn.get(name)?.push({ id: _id, category: basename(folder), query: text, figures, milliseconds });
      }
    }
    await project.close();
  } finally {
    await loci.close();
    rmSync(home, { recursive: true, force: true });
  }
  const hash = createHash("sha256").update(corpusText).update(queriesText).update(qrelsText).digest("hex").slice(0, 16);
  return report(
    {
      suite: "ir",
      data: { name: basename(folder), hash },
      counts: { documents: corpus.length, queries: queries.length },
      modelIdentity,
      configuration: { documents: DOCUMENTS },
      seed: 1,
      commit: options.commit,
    },
    byColumn,
    "recall@10",
    options.failures,
  );
}

function collectionFolder(folder: string): string {
  if (existsSync(join(folder, "corpus.jsonl"))) return folder;
  const inside = existsSync(folder) ? readdirSync(folder).filter((name) => existsSync(join(folder, name, "corpus.jsonl"))) : [];
  if (inside.length === 1) return join(folder, inside[0] as string);
  throw new LociError("DATA_NOT_FOUND", `'${folder}' holds no corpus.jsonl${inside.length > 1 ? `, but ${inside.length} collections` : ""}`, {
    hint: "give the folder of one collection with --data",
  });
}

function readQrels(folder: string): string {
  const qrels = join(folder, "qrels");
  const files = existsSync(qrels) ? readdirSync(qrels).filter((name) => name.endsWith(".tsv")).sort() : [];
  if (files.length === 0) throw new LociError("DATA_NOT_FOUND", `'${folder}' holds no qrels/*.tsv`, { hint: "judgements are expected as query-id, corpus-id, score" });
  return files.map((name) => readText(join(qrels, name))).join("\n");
}

/** query id → document id → gain; judgements of 0 are left out, and queries without any above it. */
function parseQrels(text: string): ReadonlyMap<string, ReadonlyMap<string, number>> {
  const judgements = new Map<string, Map<string, number>>();
  for (const line of text.split("\n")) {
    const [query, document, score] = line.trim().split("\t");
    if (query === undefined || document === undefined || !(Number(score) > 0)) continue;
    let entry = judgements.get(query);
    if (entry === undefined) judgements.set(query, (entry = new Map()));
    entry.set(document, Number(score));
  }
  return judgements;
}

/** Writes the corpus as markdown files; path → document id. A thousand files a folder keep listings short. */
function writeCorpus(folder: string, corpus: readonly { _id: string; title?: string; text: string }[]): ReadonlyMap<string, string> {
  const ids = new Map<string, string>();
  corpus.forEach(({ _id, title, text }, i) => {
    const part = `part-${Math.floor(i / 1000)}`;
    if (i % 1000 === 0) mkdirSync(join(folder, part), { recursive: true });
    const path = `${part}/document-${i}.md`;
    writeFileSync(join(folder, path), title ? `# ${title.replaceAll("\n", " ")}\n\n${text}\n` : `${text}\n`);
    ids.set(path, _id);
  });
  return ids;
}
