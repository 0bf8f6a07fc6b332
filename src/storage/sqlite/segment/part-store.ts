import type { DatabaseSync } from "node:sqlite";
import { crc32 } from "node:zlib";
import { damaged } from "../database/storage-error.ts";

/** The parts of a segment in the table `parts`. The numbers are on disk: never reuse one. */
export const Part = {
  /** Columns of numbers and their dictionaries; see `segment-columns.ts`. One page. */
  columns: 0,
  /** Numbers of the documents, u32 each. One page. */
  documents: 1,
  /** Ids of the drawers, 16 bytes each. One page. Absent where there are `records`. */
  ids: 2,
  /** Hash of the first term of each term page, u32 each. One page. */
  firstHashes: 3,
  /** Terms and postings; see `term-pages.ts`. */
  terms: 4,
  /** Vectors, int8, `dimension` bytes each, `vectorsAPage(dimension)` a page. Absent when the segment has none. */
  vectors: 5,
  /** Inverse norms of the vectors, f32 each; NaN for a drawer without a vector. One page. Absent where there are `records`. */
  norms: 6,
  /** Codes of the vectors, blocks of 16 (`kernel/vector-code.ts`), `CODE_ROWS` a page. Where it is there, vectors stand in `records`. */
  codes: 7,
  /**
   * What of few drawers is read at a time, `recordsAPage(dimension)` a page: their vectors as in `vectors`, then their inverse norms, then their ids.
   */
  records: 8,
  /** The first two bytes of each id, u16: what nearly always decides which of two comes first. One page; beside `records`. */
  idHeads: 9,
  /** Live drawers by wing, room and hall; see `segment-places.ts`. One page, written anew when documents are deleted. */
  places: 10,
  /** The same by wing alone: what a start says of the palace without a look at its thousands of places. */
  wings: 11,
} as const;

export type PartNumber = (typeof Part)[keyof typeof Part];

const PAGES = 2 ** 20;

/** Key of a part's page in the table `parts`. */
export const partKey = (segment: number, part: PartNumber, page = 0): number => (segment * 16 + part) * PAGES + page;

/** Keys of all parts of a segment: from the first to before the second. */
export function segmentKeys(segment: number): readonly [from: number, before: number] {
  return [segment * 16 * PAGES, (segment + 1) * 16 * PAGES];
}

/** Vectors in a page: a mebibyte of them, which SQLite reads at some gigabytes a second. */
export const vectorsAPage = (dimension: number): number => Math.max(1, Math.floor((1 << 20) / dimension));

/** Drawers from which on a segment of a large scope has codes, and its vectors in small pages. */
export const CODED_FROM = 512;
/**
 * Drawers from which on a scope is large: somewhat below where it is searched by codes (`APPROXIMATE_FROM`), so that they are there by then.
 * In smaller ones all vectors are read, which small pages make take longer.
 */
export const CODED_SCOPE = 24_576;

/** Codes in a page; a multiple of a block's. */
export const CODE_ROWS = 16_384;

/** Drawers in a page of records: two of these stand in a page of SQLite's. */
export const recordsAPage = (dimension: number): number => Math.max(1, Math.floor(3_900 / recordBytes(dimension)));

/** Bytes of a record: vector, inverse norm, id. */
export const recordBytes = (dimension: number): number => dimension + 4 + 16;

export type PartStore = ReturnType<typeof partStore>;

/** The blobs of one table of `database`, with checksums: both tables have the same shape. */
export function partStore(database: DatabaseSync, table: "parts" | "passages") {
  const insert = database.prepare(`INSERT INTO ${table} (place, crc, body) VALUES (?, ?, ?)`);
  // The driver binds an array without bytes as NULL.
  const insertEmpty = database.prepare(`INSERT INTO ${table} (place, crc, body) VALUES (?, 0, x'')`);
  const select = database.prepare(`SELECT crc, body FROM ${table} WHERE place = ?`);
  // A search of 476,000 drawers reads four hundred: an object each takes a tenth longer.
  select.setReturnArrays(true);
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
    write(key: number, body: Uint8Array): void {
      if (body.length === 0) insertEmpty.run(key);
      else insert.run(key, crc32(body), body);
    },
    /** @throws LociError `INDEX_DAMAGED` when it is missing or its checksum is wrong */
    read(key: number): Uint8Array {
      const [crc, body] = (select.get(key) ?? []) as unknown as readonly [number?, (Uint8Array | null)?];
      if (crc === undefined || body === undefined) throw damaged("index", `${table} ${key} is missing`);
      return verified(key, { crc, body });
    },
    /**
     * The blobs of places that follow one another, from `from` to before `before`. Cost: two thirds of reading each by itself.
     * @throws LociError `INDEX_DAMAGED` as `read`
     */
    readEach(from: number, before: number, visit: (body: Uint8Array, key: number) => void): void {
      let next = from;
      for (const one of selectRange.iterate(from, before)) {
        const row = one as { place: number; crc: number; body: Uint8Array | null };
        if (row.place !== next) break;
        visit(verified(row.place, row), next++);
      }
      if (next !== before) throw damaged("index", `${table} ${next} is missing`);
    },
    /** Whether there is one, of whatever content. */
    has: (key: number): boolean => exists.get(key) !== undefined,
    /** The blob with the largest place at most `place`, and its place; null when there is none. */
    readLast(place: number): { readonly place: number; readonly body: Uint8Array } | null {
      const row = selectLast.get(place) as { place: number; crc: number; body: Uint8Array | null } | undefined;
      return row === undefined ? null : { place: row.place, body: verified(row.place, row) };
    },
    /** Removes places from `from` to before `before`. */
    remove(from: number, before: number): void {
      remove.run(from, before);
    },
  };
}
