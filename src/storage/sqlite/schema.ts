import type { DatabaseSync } from "node:sqlite";
import { operation, step } from "../../model/next-step.ts";
import { LociError } from "../../model/error.ts";

/**
 * Version of the file's format, kept in `PRAGMA user_version`. An index of another version is made again from the files: raise this with any change of
 * what stands in the file, and write a file of it to `test/formats`.
 */
export const FORMAT_VERSION = 8;

const TABLES = `
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

-- source, path and title are escaped (codec/bytes.ts). Numbers are never given twice. crc: of the row (segment/checked-rows.ts).
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
  crc INTEGER NOT NULL,
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
  deleted BLOB,
  crc INTEGER NOT NULL
);

-- Parts of segments. place = (segment · 16 + part) · 2^20 + page; see segment/part-store.ts.
CREATE TABLE parts (
  place INTEGER PRIMARY KEY,
  crc INTEGER NOT NULL,
  body BLOB NOT NULL
);
`;

/**
 * Makes the tables of a new file. Inside a write transaction of the caller's.
 * @throws LociError `INDEX_FORMAT` when a newer version of Loci wrote the file, `INDEX_DAMAGED` for one of an earlier version: whoever owns the
 *   index makes it again
 */
export function makeTables(database: DatabaseSync): void {
  const version = formatOf(database);
  if (version > FORMAT_VERSION)
    throw new LociError(
      "INDEX_FORMAT",
      `the index has format ${version}; this version of Loci reads up to ${FORMAT_VERSION}`,
      {
        hint: step`update Loci, or run ${operation("data rebuild")} to make the index again from your files`,
        details: { found: version, supported: FORMAT_VERSION },
      },
    );
  if (version > 0 && version < FORMAT_VERSION)
    throw new LociError(
      "INDEX_DAMAGED",
      `the index has format ${version} of an earlier version of Loci; this one writes format ${FORMAT_VERSION}`,
      { hint: step`run ${operation("data rebuild")}: it is made again from your files` },
    );
  if (version === 0) database.exec(`${TABLES} PRAGMA user_version = ${FORMAT_VERSION}`);
}

/** The format version of a file; 0 for one just made. */
export const formatOf = (database: DatabaseSync): number =>
  (database.prepare("PRAGMA user_version").get() as { user_version: number }).user_version;
