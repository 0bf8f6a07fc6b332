import type { Document } from "../../../model/drawer.ts";
import type { Scope } from "../../../model/scope.ts";
import { escapeText, unescapeText } from "../codec/bytes.ts";
import { insertOf, rowChecksum } from "../segment/segment-row.ts";
import { damaged } from "../database/storage-error.ts";

/** A row of the table `documents`. */
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
function packHash(hash: string): Uint8Array {
  return /^(?:[0-9a-f]{2})+$/.test(hash)
    ? Buffer.concat([Buffer.of(1), Buffer.from(hash, "hex")])
    : Buffer.concat([Buffer.of(0), Buffer.from(hash)]);
}

/** The checksum that a row ought to have. */
export function documentChecksum(row: Omit<DocumentRow, "crc">): number {
  return rowChecksum(CHECKED.map((name) => row[name]));
}

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
