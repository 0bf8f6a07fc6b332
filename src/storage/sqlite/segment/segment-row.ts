import type { Scope } from "../../../model/scope.ts";
import { damaged } from "../database/storage-error.ts";
import { crc32 } from "node:zlib";

/** A row of the table `segments`. */
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

/** The checksum that a row ought to have. */
export function segmentChecksum(row: Omit<SegmentRow, "crc">): number {
  return rowChecksum(COLUMNS.map((name) => row[name]));
}

/** A statement that inserts a row of a table, its values by name. */
export function insertOf(table: string, columns: readonly string[]): string {
  return `INSERT INTO ${table} (${columns.join(", ")}) VALUES (${columns.map((name) => `:${name}`).join(", ")})`;
}

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
 *
 * Cost: a microsecond.
 */
export function rowChecksum(cells: readonly Cell[]): number {
  return crc32(
    JSON.stringify(
      cells.map((cell) =>
        cell instanceof Uint8Array ? Buffer.from(cell.buffer, cell.byteOffset, cell.length).toString("hex") : cell,
      ),
    ),
  );
}
