import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { openLoci } from "../../src/index.ts";
import type { SuiteOptions } from "./suite.ts";
import { type CollectionDocument, readJudgedCollection } from "./judged-collection.ts";
import { scoreList } from "../shared/score-list.ts";
import { COLUMNS, type QuestionFigures, report, type Report } from "../shared/report.ts";

/** Documents asked for: enough for recall at 100. */
const DOCUMENTS = 100;

/**
 * A classic collection in the layout of BEIR (`corpus.jsonl`, `queries.jsonl`, `qrels/*.tsv`): each document becomes a
 * markdown file with its title as the heading; the first hit of each document counts. A query that is itself a document of the collection, under
 * the same id, isn't its own answer. `--data` is the collection's folder, or a folder that holds exactly one.
 *
 * @throws LociError `DATA_NOT_FOUND`
 */
export async function evaluateIr(options: SuiteOptions): Promise<Report> {
  const { name: collection, hash, documents, queries, leftOut } = readJudgedCollection(options.data);
  const texts = new Map(documents.map(({ id, text }) => [id, text]));
  const home = mkdtempSync(join(tmpdir(), "loci-eval-"));
  const loci = await openLoci({ home });
  const byColumn = new Map<string, QuestionFigures[]>(COLUMNS.map(({ name }) => [name, []]));
  let modelIdentity: string | null = null;
  try {
    const ids = writeCorpus(join(home, "corpus"), documents);
    const project = await loci.project("ir");
    await project.index([join(home, "corpus")], { scope: "kb", wing: "ir" });
    options.onProgress?.(`${documents.length} documents indexed`);
    for (const { id, text, gold } of queries) {
      for (const { name, options: column } of COLUMNS) {
        const start = performance.now();
        const answer = await project.search(text, { limit: 2 * DOCUMENTS, groupBy: "document", ...column });
        const milliseconds = performance.now() - start;
        if (name === COLUMNS[0]?.name) modelIdentity = answer.modelIdentity;
        const found = [...new Set(answer.hits.map((hit) => ids.get(hit.source.path) ?? ""))];
        const scores = scoreList(texts.get(id) === text ? found.filter((document) => document !== id) : found, gold);
        const figures = {
          "ndcg@10": scores.ndcg(10),
          "recall@10": scores.recall(10),
          "recall@100": scores.recall(100),
          mrr: scores.reciprocalRank,
        };
        byColumn.get(name)?.push({ id, category: collection, query: text, figures, milliseconds });
      }
    }
    await project.close();
  } finally {
    await loci.close();
    rmSync(home, { recursive: true, force: true });
  }
  return report(
    {
      suite: "ir",
      data: { name: collection, hash },
      counts: { documents: documents.length, queries: queries.length, leftOut },
      modelIdentity,
      configuration: { documents: DOCUMENTS },
      seed: 1,
      commit: options.commit,
    },
    byColumn,
    { failing: "recall@10", failures: options.failures },
  );
}

/** Writes the corpus as markdown files; path → document id. A thousand files a folder keep listings short. */
function writeCorpus(folder: string, documents: readonly CollectionDocument[]): ReadonlyMap<string, string> {
  const ids = new Map<string, string>();
  for (const [i, { id, title, text }] of documents.entries()) {
    const part = `part-${Math.floor(i / 1000)}`;
    if (i % 1000 === 0) mkdirSync(join(folder, part), { recursive: true });
    const path = `${part}/document-${i}.md`;
    writeFileSync(join(folder, path), title === "" ? `${text}\n` : `# ${title}\n\n${text}\n`);
    ids.set(path, id);
  }
  return ids;
}
