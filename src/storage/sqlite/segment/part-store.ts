import type { DatabaseSync } from "node:sqlite";
import { crc32 } from "node:zlib";
import { damaged } from "../database/storage-error.ts";

/** Blobs with checksums: the tables `parts` and `passages` have the same shape. */
export interface PartStore {
  write(key: number, body: Uint8Array): void;
  /** @throws LociError `INDEX_DAMAGED` when it is missing or its checksum is wrong */
  read(key: number): Uint8Array;
  /**
   * The blobs of places that follow one another, from `from` to before `before`. Cost: two thirds of reading each by itself.
   *
   * @throws LociError `INDEX_DAMAGED` as `read`
   */
  readEach(from: number, before: number, visit: (body: Uint8Array, key: number) => void): void;
  /** Whether there is one, of whatever content. */
  has(key: number): boolean;
  /** The blob with the largest place at most `place`, and its place; null when there is none. */
  readLast(key: number): { readonly place: number; readonly body: Uint8Array } | null;
  /** Removes places from `from` to before `before`. */
  remove(from: number, before: number): void;
}

/** The blobs of one table of `database`. */
export function partStore(database: DatabaseSync, table: "parts" | "passages"): PartStore {
  const insert = database.prepare(`INSERT INTO ${table} (place, crc, body) VALUES (?, ?, ?)`);
  // The driver binds an array without bytes as NULL.
  const insertEmpty = database.prepare(`INSERT INTO ${table} (place, crc, body) VALUES (?, 0, x'')`);
  const select = database.prepare(`SELECT crc, body FROM ${table} WHERE place = ?`);
  const selectRange = database.prepare(
    `SELECT place, crc, body FROM ${table} WHERE place >= ? AND place < ? ORDER BY place`,
  );
  const selectLast = database.prepare(
    `SELECT place, crc, body FROM ${table} WHERE place <= ? ORDER BY place DESC LIMIT 1`,
  );
  const exists = database.prepare(`SELECT 1 FROM ${table} WHERE place = ?`);
  const remove = database.prepare(`DELETE FROM ${table} WHERE place >= ? AND place < ?`);
  const verified = (key: number, row: { crc: number; body: Uint8Array | null }): Uint8Array => {
    // A row that a fault wrote over may hold NULL where the schema forbids it.
    if (row.body === null || crc32(row.body) !== row.crc)
      throw damaged("index", `checksum of ${table} ${key} is wrong`);
    return row.body;
  };
  return {
    write(key, body) {
      if (body.length === 0) insertEmpty.run(key);
      else insert.run(key, crc32(body), body);
    },
    read(key) {
      const row = select.get(key) as { crc: number; body: Uint8Array | null } | undefined;
      if (row === undefined) throw damaged("index", `${table} ${key} is missing`);
      return verified(key, row);
    },
    readEach(from, before, visit) {
      let next = from;
      for (const one of selectRange.iterate(from, before)) {
        const row = one as { place: number; crc: number; body: Uint8Array | null };
        if (row.place !== next) break;
        visit(verified(row.place, row), next++);
      }
      if (next !== before) throw damaged("index", `${table} ${next} is missing`);
    },
    has(key) {
      return exists.get(key) !== undefined;
    },
    readLast(place) {
      const row = selectLast.get(place) as { place: number; crc: number; body: Uint8Array | null } | undefined;
      return row === undefined ? null : { place: row.place, body: verified(row.place, row) };
    },
    remove(from, before) {
      remove.run(from, before);
    },
  };
}
