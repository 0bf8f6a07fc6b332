import { createHash } from "node:crypto";
import { existsSync, readdirSync, statSync } from "node:fs";
import { basename, join } from "node:path";
import { LociError } from "../../src/model/error.ts";
import { type LineFormat, parseLines, readId, readText } from "./read-cases.ts";

/** A document of a classic collection. */
export interface CollectionDocument {
  readonly id: string;
  readonly title: string;
  readonly text: string;
}

/** A query with the documents that are right. */
export interface JudgedQuery {
  readonly id: string;
  readonly text: string;
  /** Document id → gain, above 0; never empty. */
  readonly gold: ReadonlyMap<string, number>;
}

/** A classic collection with its judgements. */
export interface JudgedCollection {
  readonly name: string;
  /** SHA-256 over all files, first 16 hex digits. */
  readonly hash: string;
  readonly documents: readonly CollectionDocument[];
  /** Those with a judgement above 0, in the order of their file. */
  readonly queries: readonly JudgedQuery[];
  /** Queries without one. */
  readonly leftOut: number;
}

/**
 * Reads a collection in the layout of BEIR: `corpus.jsonl`, `queries.jsonl` and `qrels/*.tsv`, all splits that are there. Ids may be numbers. Judgements stand
 * with or without a heading, as three columns or, as TREC writes them, four.
 *
 * @param folder the collection's, or one that holds exactly one
 * @throws LociError `DATA_NOT_FOUND` when a file is missing or holds a line that can't be read, or when no query is judged
 */
export function readJudgedCollection(folder: string): JudgedCollection {
  const within = collectionFolder(folder);
  const corpus = readText(join(within, "corpus.jsonl"));
  const queries = readText(join(within, "queries.jsonl"));
  const qrels = qrelsFiles(within).map((path) => ({ name: `qrels/${basename(path)}`, text: readText(path) }));
  const judgements = new Map<string, Map<string, number>>();
  for (const { name, text } of qrels) addJudgements(judgements, name, text);
  const all = parseLines(queries, "queries.jsonl", QUERY);
  const judged = all.flatMap(({ id, text }) => {
    const gold = judgements.get(id);
    return gold === undefined ? [] : [{ id, text, gold }];
  });
  if (judged.length === 0)
    throw new LociError("DATA_NOT_FOUND", `none of ${all.length} queries has a judgement above 0`, {
      hint: `expected in qrels/*.tsv: ${JUDGEMENT}`,
    });
  const hash = createHash("sha256")
    .update(corpus)
    .update(queries)
    .update(qrels.map(({ text }) => text).join("\n"))
    .digest("hex")
    .slice(0, 16);
  return {
    name: basename(within),
    hash,
    documents: parseLines(corpus, "corpus.jsonl", DOCUMENT),
    queries: judged,
    leftOut: all.length - judged.length,
  };
}

const JUDGEMENT = "query-id, corpus-id and score, with tabs between";

const DOCUMENT: LineFormat<CollectionDocument> = {
  read: ({ _id, title, text }) => {
    const id = readId(_id);
    return id === null
      ? null
      : {
          id,
          title: typeof title === "string" ? title.replace(/\s+/g, " ").trim() : "",
          text: typeof text === "string" ? text : "",
        };
  },
  expected: '{ "_id", "title"?, "text" }',
};

const QUERY: LineFormat<{ readonly id: string; readonly text: string }> = {
  read: ({ _id, text }) => {
    const id = readId(_id);
    return id === null || typeof text !== "string" ? null : { id, text };
  },
  expected: '{ "_id", "text" }',
};

function collectionFolder(folder: string): string {
  if (existsSync(join(folder, "corpus.jsonl"))) return folder;
  const inside =
    statSync(folder, { throwIfNoEntry: false })?.isDirectory() === true
      ? readdirSync(folder).filter((name) => existsSync(join(folder, name, "corpus.jsonl")))
      : [];
  if (inside.length === 1) return join(folder, inside[0] as string);
  throw new LociError(
    "DATA_NOT_FOUND",
    `'${folder}' holds no corpus.jsonl${inside.length > 1 ? `, but ${inside.length} collections` : ""}`,
    {
      hint: "give the folder of one collection with --data",
    },
  );
}

function qrelsFiles(folder: string): readonly string[] {
  const qrels = join(folder, "qrels");
  const files = existsSync(qrels)
    ? readdirSync(qrels)
        .filter((name) => name.endsWith(".tsv"))
        .sort()
    : [];
  if (files.length === 0)
    throw new LociError("DATA_NOT_FOUND", `'${folder}' holds no qrels/*.tsv`, { hint: `expected: ${JUDGEMENT}` });
  return files.map((name) => join(qrels, name));
}

/** Adds query id → document id → gain; judgements of 0 and below are left out. Ids may hold spaces where columns end with tabs. */
function addJudgements(judgements: Map<string, Map<string, number>>, name: string, text: string): void {
  for (const [i, line] of text.replaceAll("\r", "").split("\n").entries()) {
    if (line.trim() === "") continue;
    const columns = line.includes("\t") ? line.split("\t") : line.trim().split(/ +/);
    const [query = "", document = "", score] = columns.length > 3 ? [columns[0], columns[2], columns[3]] : columns;
    const gain = Number(score);
    if (score === undefined || Number.isNaN(gain)) {
      if (i === 0) continue;
      throw new LociError("DATA_NOT_FOUND", `line ${i + 1} of ${name} can't be read`, {
        hint: `expected: ${JUDGEMENT}`,
      });
    }
    if (gain <= 0) continue;
    let entry = judgements.get(query);
    if (entry === undefined) judgements.set(query, (entry = new Map()));
    entry.set(document, gain);
  }
}
