import { crc32 } from "node:zlib";

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
