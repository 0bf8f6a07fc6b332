import { globSync, readFileSync } from "node:fs";
import { DatabaseSync } from "node:sqlite";
import { isStopWord } from "../../src/text/words.ts";
import type { Corpus } from "../corpus/write-corpus.ts";

/**
 * SQLite's full-text search (FTS5, Porter stems, bm25) over the same passages: what a search by words costs at least.
 *
 * @returns milliseconds of this thread's processor time a question, its ten first passages read, the mean of two rounds after one that warms
 */
export function fullTextMilliseconds(corpus: Corpus, questions: readonly string[]): number {
  const database = new DatabaseSync(":memory:");
  database.exec("CREATE VIRTUAL TABLE passages USING fts5(text, tokenize = 'porter unicode61'); BEGIN");
  const insert = database.prepare("INSERT INTO passages VALUES (?)");
  for (const text of passagesOf(corpus)) insert.run(text);
  database.exec("COMMIT");
  const select = database.prepare("SELECT text FROM passages WHERE passages MATCH ? ORDER BY bm25(passages) LIMIT 10");
  const ask = (): void => questions.forEach((question) => void select.all(anyWordOf(question)));
  ask();
  const before = process.threadCpuUsage();
  ask();
  ask();
  const { user, system } = process.threadCpuUsage(before);
  database.close();
  return (user + system) / 1000 / (2 * questions.length);
}

function anyWordOf(question: string): string {
  const words = question.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];
  return words
    .filter((word) => !isStopWord(word))
    .map((word) => `"${word}"`)
    .join(" OR ");
}

function* passagesOf({ files, chats }: Corpus): Generator<string> {
  for (const folder of files)
    for (const file of globSync(`${folder}/**/*.md`)) yield* readFileSync(file, "utf8").split(/^(?=#)/mu);
  for (const folder of chats)
    for (const file of globSync(`${folder}/*.jsonl`))
      for (const line of readFileSync(file, "utf8").trim().split("\n"))
        yield (JSON.parse(line) as { readonly text: string }).text;
}
