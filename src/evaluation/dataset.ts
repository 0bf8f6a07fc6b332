import { createHash } from "node:crypto";
import { join } from "node:path";
import { parseLines } from "./parse-lines.ts";
import { readText } from "./read-text.ts";

/** A passage of a collection: a turn, or a whole session. */
export interface DatasetDocument {
  readonly id: string;
  readonly group: string;
  readonly session: string;
  readonly seq?: number;
  readonly date: string;
  readonly role: string;
  readonly text: string;
}

/** A question with the ids that answer it. */
export interface DatasetQuery {
  readonly id: string;
  readonly group: string;
  readonly category: string;
  readonly query: string;
  readonly gold: readonly string[];
  readonly gold_level: "turn" | "session";
  readonly asked_seq?: number;
  readonly abstain: boolean;
}

/** A collection as `docs.jsonl` and `queries.jsonl`. Ids are unique inside a group. */
export interface Dataset {
  readonly name: string;
  /** SHA-256 over both files, first 16 hex digits. */
  readonly hash: string;
  readonly groups: ReadonlyMap<string, { readonly documents: readonly DatasetDocument[]; readonly queries: readonly DatasetQuery[] }>;
}

/**
 * Reads a collection of conversations.
 *
 * @param folder holds `docs.jsonl` and `queries.jsonl`
 * @throws LociError `DATA_NOT_FOUND` when a file is missing or holds a line that is no JSON
 */
export function readDataset(folder: string): Dataset {
  const docs = readText(join(folder, "docs.jsonl"));
  const queries = readText(join(folder, "queries.jsonl"));
  const groups = new Map<string, { documents: DatasetDocument[]; queries: DatasetQuery[] }>();
  const group = (name: string): { documents: DatasetDocument[]; queries: DatasetQuery[] } => {
    let entry = groups.get(name);
    if (entry === undefined) groups.set(name, (entry = { documents: [], queries: [] }));
    return entry;
  };
  for (const document of parseLines<DatasetDocument>(docs, "docs.jsonl")) group(document.group).documents.push(document);
  for (const query of parseLines<DatasetQuery>(queries, "queries.jsonl")) group(query.group).queries.push(query);
  const hash = createHash("sha256").update(docs).update("\0").update(queries).digest("hex").slice(0, 16);
  return { name: folder.replace(/\/+$/, "").split("/").at(-1) ?? folder, hash, groups };
}
