/**
 * The schema of facts inside `catalog.sqlite`: step i takes `fact_meta.version` from i to i + 1. A step that was released
 * is never changed; a new one is added below it. The catalog's own version (`user_version`) is not ours to touch.
 */
export const FACT_MIGRATIONS: readonly string[] = [
  `
  CREATE TABLE fact_list (
    scope TEXT NOT NULL,
    key TEXT NOT NULL,
    topic TEXT NOT NULL,
    revision INTEGER NOT NULL,
    count INTEGER NOT NULL,
    PRIMARY KEY (scope, key)
  ) STRICT, WITHOUT ROWID;
  CREATE TABLE fact_item (
    scope TEXT NOT NULL,
    list TEXT NOT NULL,
    position INTEGER NOT NULL,
    value TEXT NOT NULL,
    key TEXT NOT NULL,
    message TEXT NOT NULL,
    chat TEXT NOT NULL,
    sentence TEXT NOT NULL,
    time REAL NOT NULL,
    placed_at REAL NOT NULL,
    PRIMARY KEY (scope, list, position),
    FOREIGN KEY (scope, list) REFERENCES fact_list (scope, key) ON DELETE CASCADE
  ) STRICT, WITHOUT ROWID;
  CREATE TABLE fact_change (
    sequence INTEGER PRIMARY KEY AUTOINCREMENT,
    grouped TEXT NOT NULL,
    scope TEXT NOT NULL,
    list TEXT NOT NULL,
    topic TEXT NOT NULL,
    message TEXT NOT NULL,
    chat TEXT NOT NULL,
    sentence TEXT NOT NULL,
    time REAL NOT NULL,
    recorded_at REAL NOT NULL,
    reason TEXT NOT NULL,
    operations TEXT NOT NULL,
    effect TEXT NOT NULL,
    undoable INTEGER NOT NULL,
    undone_by TEXT
  ) STRICT;
  CREATE INDEX fact_change_list ON fact_change (scope, list, sequence);
  CREATE INDEX fact_change_chat ON fact_change (chat);
  CREATE INDEX fact_change_group ON fact_change (grouped);
  CREATE INDEX fact_change_last ON fact_change (scope, sequence) WHERE undoable = 1 AND undone_by IS NULL;
  CREATE INDEX fact_change_last_chat ON fact_change (scope, chat, sequence) WHERE undoable = 1 AND undone_by IS NULL;
  CREATE TABLE fact_focus (
    scope TEXT NOT NULL,
    chat TEXT NOT NULL,
    list TEXT NOT NULL,
    turn INTEGER NOT NULL,
    PRIMARY KEY (scope, chat, list)
  ) STRICT, WITHOUT ROWID;
  CREATE INDEX fact_focus_turn ON fact_focus (scope, chat, turn);
  CREATE TABLE fact_synonym (key TEXT PRIMARY KEY, target TEXT NOT NULL) STRICT, WITHOUT ROWID;
  CREATE TABLE fact_alias (
    scope TEXT NOT NULL,
    list TEXT NOT NULL,
    alias TEXT NOT NULL,
    item TEXT NOT NULL,
    PRIMARY KEY (scope, list, alias)
  ) STRICT, WITHOUT ROWID;
  `,
];
