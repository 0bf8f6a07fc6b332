import { existsSync, statSync } from "node:fs";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { LociError } from "../../../model/error.ts";

const COLLECTION = "mempalace_drawers";
/** Where ChromaDB keeps the document among the metadata. */
const DOCUMENT = "chroma:document";

/**
 * The drawers of a palace of MemPalace, in the order in which they were filed. Only ChromaDB's `chroma.sqlite3` is read, never written; the
 * notes that MemPalace keeps for itself (files without content) are left out.
 * @param path the palace's folder, or the file in it
 * @returns dates are ISO 8601 with zone: when each was filed; null where nothing says so
 * @throws LociError `PATH_NOT_FOUND`, `USAGE` for what is no such palace
 */
export function readMemPalace(path: string) {
  const file = statSync(path, { throwIfNoEntry: false })?.isDirectory() === true ? join(path, "chroma.sqlite3") : path;
  if (!existsSync(file))
    throw new LociError("PATH_NOT_FOUND", `there is no palace at '${file}'`, {
      hint: "name the folder that holds chroma.sqlite3, such as ~/.mempalace/palace",
    });
  const rows = rowsOf(file);
  const drawers = new Map<number, Map<string, string>>();
  for (const { id, key, value } of rows) {
    let drawer = drawers.get(id);
    if (drawer === undefined) drawers.set(id, (drawer = new Map()));
    if (value !== null) drawer.set(key, String(value));
  }
  return [...drawers.values()].flatMap((metadata) => {
    const text = metadata.get(DOCUMENT) ?? "";
    if (text.trim() === "" || metadata.get("ingest_mode") === "registry") return [];
    const hall = (metadata.get("hall") ?? "").replace(/^hall_/u, "");
    return [
      {
        text,
        wing: (metadata.get("wing") ?? "").replace(/^wing_/u, "") || "mempalace",
        room: metadata.get("room") || "general",
        hall: hall === "" ? null : hall,
        date: dateOf(metadata.get("date")) ?? dateOf(metadata.get("filed_at")),
      },
    ];
  });
}

interface Row {
  readonly id: number;
  readonly key: string;
  readonly value: string | number | null;
}

function rowsOf(file: string): readonly Row[] {
  let database: DatabaseSync | null = null;
  try {
    database = new DatabaseSync(file, { readOnly: true });
    return database
      .prepare(
        `SELECT m.id, m.key, COALESCE(m.string_value, m.int_value, m.float_value) AS value
         FROM embedding_metadata m
         JOIN embeddings e ON e.id = m.id
         JOIN segments s ON s.id = e.segment_id
         JOIN collections c ON c.id = s.collection
         WHERE c.name = ? ORDER BY m.id`,
      )
      .all(COLLECTION) as unknown as readonly Row[];
  } catch (thrown) {
    throw new LociError("USAGE", `'${file}' is no palace of MemPalace in ChromaDB`, {
      hint: "name the folder that holds its chroma.sqlite3; other backends are not read",
      cause: thrown,
    });
  } finally {
    database?.close();
  }
}

/** MemPalace writes times without a zone; they are taken as UTC. */
function dateOf(text: string | undefined): string | null {
  if (text === undefined || !/^\d{4}-\d\d-\d\d/u.test(text)) return null;
  const zoned = /T.*(?:Z|[+-]\d\d:?\d\d)$/u.test(text) || !text.includes("T") ? text : `${text}Z`;
  const time = Date.parse(zoned);
  return Number.isNaN(time) ? null : new Date(time).toISOString();
}
