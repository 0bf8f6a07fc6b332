import type { Document } from "../../../model/drawer.ts";
import type { Scope } from "../../../model/scope.ts";
import { unescapeText } from "../codec/escape-text.ts";

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
}

/** The columns of a `DocumentRow`, for a SELECT. */
export const DOCUMENT_COLUMNS = "documents.number, path, source, scope, type, title, hash, bytes, modified, drawers";

/** A content hash as bytes: hex in half the room, anything else as text behind a zero byte. */
export function packHash(hash: string): Uint8Array {
  return /^(?:[0-9a-f]{2})+$/.test(hash) ? Buffer.concat([Buffer.of(1), Buffer.from(hash, "hex")]) : Buffer.concat([Buffer.of(0), Buffer.from(hash)]);
}

/** The document of a row. */
export function toDocument(row: DocumentRow): Document {
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
