/**
 * The catalog's schema, one step a version: step i takes `user_version` from i to i + 1. A step that was released is
 * never changed; a new one is added below it, with a frozen database of the version before in `test/formats`.
 */
export const MIGRATIONS: readonly string[] = [
  `
  CREATE TABLE source (key TEXT PRIMARY KEY, body TEXT NOT NULL) STRICT, WITHOUT ROWID;
  CREATE TABLE job (
    ordinal INTEGER PRIMARY KEY AUTOINCREMENT,
    id TEXT NOT NULL UNIQUE,
    status TEXT NOT NULL,
    body TEXT NOT NULL
  ) STRICT;
  CREATE INDEX job_unfinished ON job (ordinal) WHERE status IN ('queued', 'running');
  CREATE TABLE lease (
    name TEXT PRIMARY KEY,
    pid INTEGER NOT NULL,
    host TEXT NOT NULL,
    token TEXT NOT NULL,
    taken_at REAL NOT NULL,
    beat_at REAL NOT NULL
  ) STRICT, WITHOUT ROWID;
  CREATE TABLE access (
    ordinal INTEGER PRIMARY KEY AUTOINCREMENT,
    drawer TEXT NOT NULL,
    caller TEXT NOT NULL,
    kind TEXT NOT NULL,
    query_hash TEXT,
    time REAL NOT NULL
  ) STRICT;
  CREATE INDEX access_drawer ON access (drawer, caller, ordinal);
  CREATE TABLE chat_cursor (
    source TEXT NOT NULL,
    path TEXT NOT NULL,
    offset INTEGER NOT NULL,
    last_id TEXT,
    hash TEXT NOT NULL,
    PRIMARY KEY (source, path)
  ) STRICT, WITHOUT ROWID;
  CREATE TABLE audit (
    ordinal INTEGER PRIMARY KEY AUTOINCREMENT,
    time TEXT NOT NULL,
    caller TEXT NOT NULL,
    action TEXT NOT NULL,
    object TEXT NOT NULL,
    details TEXT NOT NULL
  ) STRICT;
  `,
  `
  CREATE TABLE palace (
    id INTEGER PRIMARY KEY CHECK (id = 1),
    version INTEGER NOT NULL,
    body TEXT NOT NULL
  ) STRICT;
  `,
  `
  CREATE TABLE refusal (
    source TEXT NOT NULL,
    path TEXT NOT NULL,
    bytes INTEGER NOT NULL,
    modified_at REAL NOT NULL,
    content_hash TEXT,
    reason TEXT NOT NULL,
    PRIMARY KEY (source, path)
  ) STRICT, WITHOUT ROWID;
  `,
];
