import { crc32 } from "node:zlib";
import type { Document } from "../../../model/drawer.ts";
import type { Scope } from "../../../model/caller.ts";
import { escapeText, unescapeText } from "../codec/bytes.ts";
import { damaged } from "../database/storage-error.ts";

export interface SegmentRow {
  readonly number: number;
  readonly scope: Scope;
  readonly drawers: number;
  readonly documents: number;
  readonly first_document: number;
  readonly last_document: number;
  readonly dimension: number;
  readonly live_drawers: number;
  readonly live_documents: number;
  readonly live_vectors: number;
  readonly live_tokens: number;
  readonly live_text_bytes: number;
  readonly deleted: Uint8Array | null;
  /** See `segmentChecksum`. */
  readonly crc: number;
}

const COLUMNS = [
  "number",
  "scope",
  "drawers",
  "documents",
  "first_document",
  "last_document",
  "dimension",
  "live_drawers",
  "live_documents",
  "live_vectors",
  "live_tokens",
  "live_text_bytes",
  "deleted",
] as const;

export const segmentChecksum = (row: Omit<SegmentRow, "crc">): number => rowChecksum(COLUMNS.map((name) => row[name]));

const insertOf = (table: string, columns: readonly string[]): string =>
  `INSERT INTO ${table} (${columns.join(", ")}) VALUES (${columns.map((name) => `:${name}`).join(", ")})`;

export const INSERT_SEGMENT = insertOf("segments", [...COLUMNS, "crc"]);

/** The row itself. @throws LociError `INDEX_DAMAGED` when it isn't as it was written */
export function verifiedSegment(row: SegmentRow): SegmentRow {
  if (row.crc !== segmentChecksum(row)) throw damaged("index", `checksum of segment ${row.number} is wrong`);
  return row;
}

/** What a column of SQLite's gives. */
type Cell = string | number | Uint8Array | null;

/**
 * A checksum of the columns of a row, which SQLite keeps none of: a flipped byte would be another title, another time, another scope.
 * Cost: a microsecond.
 */
const rowChecksum = (cells: readonly Cell[]): number =>
  crc32(
    JSON.stringify(
      cells.map((cell) =>
        cell instanceof Uint8Array ? Buffer.from(cell.buffer, cell.byteOffset, cell.length).toString("hex") : cell,
      ),
    ),
  );

export interface DocumentRow {
  readonly number: number;
  readonly path: string;
  readonly source: string;
  readonly scope: Scope;
  readonly type: string;
  readonly title: string;
  readonly hash: Uint8Array;
  readonly bytes: number;
  readonly modified: number;
  readonly drawers: number;
  /** See `documentChecksum`. */
  readonly crc: number;
}

const CHECKED = ["number", "path", "source", "scope", "type", "title", "hash", "bytes", "modified", "drawers"] as const;

/** The columns of a `DocumentRow`, for a SELECT. */
export const DOCUMENT_COLUMNS = [...CHECKED, "crc"].join(", ");

/** A statement that inserts a document, its values by name. */
export const INSERT_DOCUMENT = insertOf("documents", [...CHECKED, "vectors", "tokens", "text_bytes", "crc"]);

/** The row of a document. @param drawers how many it has */
export function toRow(number: number, document: Document, drawers: number): Omit<DocumentRow, "crc"> {
  return {
    number,
    path: escapeText(document.path),
    source: escapeText(document.source),
    scope: document.scope,
    type: escapeText(document.documentType),
    title: escapeText(document.title),
    hash: packHash(document.contentHash),
    bytes: document.bytes,
    modified: document.modifiedAt,
    drawers,
  };
}

/** A content hash as bytes: hex in half the room, anything else as text behind a zero byte. */
const packHash = (hash: string): Uint8Array =>
  /^(?:[0-9a-f]{2})+$/.test(hash)
    ? Buffer.concat([Buffer.of(1), Buffer.from(hash, "hex")])
    : Buffer.concat([Buffer.of(0), Buffer.from(hash)]);

export const documentChecksum = (row: Omit<DocumentRow, "crc">): number =>
  rowChecksum(CHECKED.map((name) => row[name]));

/** The document of a row. @throws LociError `INDEX_DAMAGED` */
export function toDocument(row: DocumentRow): Document {
  if (row.crc !== documentChecksum(row)) throw damaged("index", `checksum of document ${row.number} is wrong`);
  return {
    source: unescapeText(row.source),
    path: unescapeText(row.path),
    scope: row.scope,
    documentType: unescapeText(row.type),
    title: unescapeText(row.title),
    contentHash: Buffer.from(row.hash.subarray(1)).toString(row.hash[0] === 1 ? "hex" : "utf8"),
    bytes: row.bytes,
    modifiedAt: row.modified,
  };
}
