import { createHash } from "node:crypto";
import { join } from "node:path";
import { LociError } from "../../src/model/error.ts";
import { type LineFormat, parseLines, readId, readText } from "./read-cases.ts";

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
  readonly groups: ReadonlyMap<
    string,
    { readonly documents: readonly DatasetDocument[]; readonly queries: readonly DatasetQuery[] }
  >;
}

/**
 * Reads a collection of conversations. Ids, groups and sessions may be numbers; what a line leaves out is empty, its group too.
 *
 * @param folder holds `docs.jsonl` and `queries.jsonl`
 * @throws LociError `DATA_NOT_FOUND` when a file is missing or holds a line that can't be read, or when no question names what is right
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
  for (const document of parseLines(docs, "docs.jsonl", DOCUMENT)) group(document.group).documents.push(document);
  const asked = parseLines(queries, "queries.jsonl", QUERY);
  for (const query of asked) group(query.group).queries.push(query);
  if (!asked.some(({ gold }) => gold.length > 0))
    throw new LociError("DATA_NOT_FOUND", "no question of queries.jsonl names what is right", {
      hint: `expected, one a line: ${QUERY.expected}`,
    });
  const hash = createHash("sha256").update(docs).update("\0").update(queries).digest("hex").slice(0, 16);
  return { name: folder.replace(/\/+$/, "").split("/").at(-1) ?? folder, hash, groups };
}

const DOCUMENT: LineFormat<DatasetDocument> = {
  read: ({ id, group, session, seq, date, role, text }) => {
    const [own, within] = [readId(id), readId(session)];
    if (own === null || within === null) return null;
    return {
      id: own,
      group: plain(group),
      session: within,
      ...(typeof seq === "number" && { seq }),
      date: plain(date),
      role: plain(role) || "user",
      text: plain(text),
    };
  },
  expected: '{ "id", "group", "session", "date", "role", "text", "seq"? }',
};

const QUERY: LineFormat<DatasetQuery> = {
  read: ({ id, group, category, query, gold, gold_level: level, asked_seq: asked, abstain }) => {
    const own = readId(id);
    // One right passage is written without a list, too.
    const right = (Array.isArray(gold) ? gold : (gold ?? "") === "" ? [] : [gold]).map(readId);
    if (own === null || typeof query !== "string" || right.includes(null)) return null;
    return {
      id: own,
      group: plain(group),
      category: plain(category),
      query,
      gold: right as string[],
      gold_level: level === "session" ? level : "turn",
      ...(typeof asked === "number" && { asked_seq: asked }),
      abstain: abstain === true,
    };
  },
  expected:
    '{ "id", "group", "category", "query", "gold": [], "gold_level": "turn" | "session", "abstain", "asked_seq"? }',
};

function plain(value: unknown): string {
  return typeof value === "string" || typeof value === "number" ? String(value) : "";
}
