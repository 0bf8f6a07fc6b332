import type { DatabaseSync } from "node:sqlite";
import { operation, step } from "../../model/next-step.ts";
import { LociError } from "../../model/error.ts";
import { DOCUMENT_COLUMNS, documentChecksum, type DocumentRow } from "./drawers/document-row.ts";
import { segmentChecksum, type SegmentRow, verifiedSegment } from "./segment/segment-row.ts";
import { canBeCoded } from "./kernel/vector-code.ts";
import { CODED_FROM, CODED_SCOPE, Part, partKey, partStore, type PartStore } from "./segment/part-store.ts";
import { writeRecords } from "./segment/segment-records.ts";
import { SegmentVectors } from "./segment/segment-vectors.ts";
import { segmentWriter, writeCoded } from "./segment/write-segment.ts";
import { Segment } from "./segment/segment.ts";
import { PostingsCache } from "./segment/postings-cache.ts";
import { BoundedCache } from "../../caches/bounded-cache.ts";

/**
 * Version of the file's format, kept in `PRAGMA user_version`. A file of each released version stands in `test/formats` and is
 * opened by a test. A step from version n to n + 1 is entry n of `MIGRATIONS`; entry 0 makes a new file.
 */
export const FORMAT_VERSION = 5;

/** The tables of format 1. */
const FIRST = `
-- One row. sequence: commits so far. layout: changes of the rows in 'segments', merges included.
CREATE TABLE state (
  id INTEGER PRIMARY KEY CHECK (id = 1),
  sequence INTEGER NOT NULL,
  layout INTEGER NOT NULL,
  next_document INTEGER NOT NULL,
  next_segment INTEGER NOT NULL,
  model_identity TEXT,
  dimension INTEGER
);
INSERT INTO state VALUES (1, 0, 0, 1, 1, NULL, NULL);

-- source, path and title are escaped (codec/escape-text.ts). Numbers are never given twice.
CREATE TABLE documents (
  number INTEGER PRIMARY KEY,
  path TEXT NOT NULL,
  source TEXT NOT NULL,
  scope TEXT NOT NULL,
  type TEXT NOT NULL,
  title TEXT NOT NULL,
  hash BLOB NOT NULL,
  bytes INTEGER NOT NULL,
  modified REAL NOT NULL,
  drawers INTEGER NOT NULL,
  vectors INTEGER NOT NULL,
  tokens INTEGER NOT NULL,
  text_bytes INTEGER NOT NULL,
  UNIQUE (path, source)
);
CREATE INDEX empty_documents ON documents (scope) WHERE drawers = 0;

-- Where a drawer is.
CREATE TABLE drawers (
  id BLOB PRIMARY KEY,
  document INTEGER NOT NULL,
  position INTEGER NOT NULL
) WITHOUT ROWID;

-- What a drawer says. place = document · 2^20 + position of the block's first drawer.
CREATE TABLE passages (
  place INTEGER PRIMARY KEY,
  crc INTEGER NOT NULL,
  body BLOB NOT NULL
);

-- An immutable group of drawers of one scope; documents ascend within a segment and from segment to segment of a scope.
-- live_*: without what 'deleted' marks (one bit a document of the segment; NULL: none).
CREATE TABLE segments (
  number INTEGER PRIMARY KEY,
  scope TEXT NOT NULL,
  drawers INTEGER NOT NULL,
  documents INTEGER NOT NULL,
  first_document INTEGER NOT NULL,
  last_document INTEGER NOT NULL,
  dimension INTEGER NOT NULL,
  live_drawers INTEGER NOT NULL,
  live_documents INTEGER NOT NULL,
  live_vectors INTEGER NOT NULL,
  live_tokens INTEGER NOT NULL,
  live_text_bytes INTEGER NOT NULL,
  deleted BLOB
);

-- Parts of segments. place = (segment · 16 + part) · 2^20 + page; see segment/part-store.ts.
CREATE TABLE parts (
  place INTEGER PRIMARY KEY,
  crc INTEGER NOT NULL,
  body BLOB NOT NULL
);
`;

const MIGRATIONS: readonly ((database: DatabaseSync) => void)[] = [
  (database) => database.exec(FIRST),
  (database) => {
    // Of the row; see codec/row-checksum.ts.
    for (const table of ["documents", "segments"])
      database.exec(`ALTER TABLE ${table} ADD COLUMN crc INTEGER NOT NULL DEFAULT 0`);
    sealRows(database);
  },
  // Format 3 had codes, and no records: both are the work of the step after it.
  () => {},
  (database) => codeSegments(database),
  (database) => countPlaces(database),
];

/**
 * Brings a file to the format of this version: makes it, or migrates it step by step, in one transaction of the caller's.
 *
 * @throws LociError `INDEX_FORMAT` when a newer version of Loci wrote the file
 */
export function migrate(database: DatabaseSync): void {
  const version = formatOf(database);
  if (version > FORMAT_VERSION) {
    throw new LociError(
      "INDEX_FORMAT",
      `the index has format ${version}; this version of Loci reads up to ${FORMAT_VERSION}`,
      {
        hint: step`update Loci, or run ${operation("data rebuild")} to make the index again from your files`,
        details: { found: version, supported: FORMAT_VERSION },
      },
    );
  }
  for (let step = version; step < FORMAT_VERSION; step++) MIGRATIONS[step]?.(database);
  if (version < FORMAT_VERSION) database.exec(`PRAGMA user_version = ${FORMAT_VERSION}`);
}

/** The format version of a file; 0 for one just made. */
export function formatOf(database: DatabaseSync): number {
  return (database.prepare("PRAGMA user_version").get() as { user_version: number }).user_version;
}

/** Gives every row the checksum of what it holds. */
function sealRows(database: DatabaseSync): void {
  const document = database.prepare("UPDATE documents SET crc = ? WHERE number = ?");
  for (const row of database.prepare(`SELECT ${DOCUMENT_COLUMNS} FROM documents`).all() as unknown as DocumentRow[])
    document.run(documentChecksum(row), row.number);
  const segment = database.prepare("UPDATE segments SET crc = ? WHERE number = ?");
  for (const row of database.prepare("SELECT * FROM segments").all() as unknown as SegmentRow[])
    segment.run(segmentChecksum(row), row.number);
}

/** Large segments, as the table has them. */
interface LargeSegment {
  readonly number: number;
  readonly drawers: number;
  readonly dimension: number;
  /** Live drawers of its scope. */
  readonly of_scope: number;
}

/**
 * The step to format 4: large segments of format 2 get codes and records where their scope is large; those of format 3 have codes, and get records.
 * Inside a write transaction.
 * Cost: some 10 s for a million drawers, once.
 *
 * @param codedFrom drawers from which on a segment is large
 * @param codedScope drawers from which on a scope is large
 */
export function codeSegments(database: DatabaseSync, codedFrom = CODED_FROM, codedScope = CODED_SCOPE): void {
  const parts = partStore(database, "parts");
  const rows = database
    .prepare(
      "SELECT number, drawers, dimension, SUM(live_drawers) OVER (PARTITION BY scope) AS of_scope FROM segments ORDER BY number",
    )
    .all() as unknown as LargeSegment[];
  for (const row of rows) {
    const { number, drawers, dimension } = row;
    if (drawers < codedFrom || !canBeCoded(dimension)) continue;
    const isCoded = parts.has(partKey(number, Part.codes));
    if (!isCoded && row.of_scope < codedScope) continue;
    const ids = parts.read(partKey(number, Part.ids));
    if (isCoded) recordsOfRows(parts, row, ids);
    else {
      const stored = new SegmentVectors(row, { parts, rows: null });
      writeCoded(parts, number, { dimension, inverseNorms: stored.storedNorms(), pages: () => stored.all() }, ids);
      parts.remove(partKey(number, Part.vectors), partKey(number, Part.codes));
    }
    parts.remove(partKey(number, Part.ids), partKey(number, Part.firstHashes));
  }
}

/**
 * The step to format 5: each segment gets the numbers of drawers in its places. Inside a write transaction.
 * Cost: a pass over the columns of all drawers, once; 0.1 s for a hundred thousand.
 */
function countPlaces(database: DatabaseSync): void {
  const parts = partStore(database, "parts");
  const writer = segmentWriter(database, parts);
  const source = {
    parts,
    rows: null,
    postings: new PostingsCache(0),
    pages: new BoundedCache<number, Uint8Array>(0),
    onSize: () => {},
  };
  for (const row of database.prepare("SELECT * FROM segments").all() as unknown as SegmentRow[]) {
    const segment = new Segment(verifiedSegment(row), source);
    writer.writePlaces(row.number, segment.placesWithout(row.deleted));
  }
}

function recordsOfRows(parts: PartStore, { number, drawers, dimension }: LargeSegment, ids: Uint8Array): void {
  const pages = function* (): Generator<Uint8Array> {
    for (let page = 0, done = 0; done < drawers; page++) {
      const rows = parts.read(partKey(number, Part.rows, page));
      done += rows.length / dimension;
      yield rows;
    }
  };
  const inverseNorms = new Float32Array(parts.read(partKey(number, Part.norms)).slice().buffer);
  for (const written of writeRecords(parts, number, { dimension, inverseNorms, pages }, ids)) void written;
  parts.remove(partKey(number, Part.norms), partKey(number, Part.codes));
  parts.remove(partKey(number, Part.rows), partKey(number, Part.records));
}
