import type { DatabaseSync } from "node:sqlite";
import { LociError } from "../../../model/error.ts";
import type { FactStore } from "../../ports/fact-store.ts";
import { catalogGuard } from "../database/catalog-guard.ts";
import { openOwnDatabase } from "../database/own-database.ts";
import { openDatabase, truncateLog } from "../database/open-database.ts";
import { storageError } from "../database/storage-error.ts";
import { transactions, type Transactions } from "../database/transactions.ts";
import { SqliteFactWriter } from "./fact-writer.ts";

/**
 * The schema of facts inside `catalog.sqlite`: step i takes `fact_meta.version` from i to i + 1. A step that was released
 * is never changed; a new one is added below it. The catalog's own version (`user_version`) is not ours to touch.
 */
const FACT_MIGRATIONS: readonly string[] = [
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

const OPTIONS = { what: "catalog", pageSize: 4096, busyMilliseconds: 30_000 };

/**
 * Opens the fact store in the project's `catalog.sqlite`, beside the catalog's own tables, on a connection of its own.
 *
 * @param path of `catalog.sqlite`; its folder must exist
 * @throws LociError `STORAGE_FAILED`, `STORAGE_BUSY`, `INDEX_FORMAT` when a newer version of Loci wrote it
 * Cost: about 2 ms; a write is one transaction, about 0.2 ms.
 */
export async function openSqliteFactStore(path: string): Promise<FactStore> {
  const database = await openDatabase(path, OPTIONS);
  // What is acknowledged is on the disk: a fact stands nowhere else.
  database.exec("PRAGMA synchronous = FULL");
  const turns = transactions(database, OPTIONS);
  try {
    await migrate(database, turns, path);
  } catch (thrown) {
    const isNew = version(database) === 0;
    database.close();
    const error = storageError(thrown, OPTIONS.what);
    if (isNew && UNWRITABLE.has(error.code)) return await emptyStore(error);
    throw error;
  }
  return storeOver(database, turns, catalogGuard(path));
}

const UNWRITABLE: ReadonlySet<string> = new Set(["STORAGE_FULL", "STORAGE_FAILED"]);

/** A store where no fact was ever kept and none can be now: reading finds none, and writing says why not. */
async function emptyStore(fault: LociError): Promise<FactStore> {
  const database = openOwnDatabase(":memory:");
  const turns = transactions(database, OPTIONS);
  await migrate(database, turns, ":memory:");
  return storeOver(database, turns, () => {
    throw fault;
  });
}

function storeOver(database: DatabaseSync, turns: Transactions, inPlace: () => void): FactStore {
  const writer = new SqliteFactWriter(database);
  let open = true;
  const guard = (): void => {
    if (!open) throw new LociError("STORAGE_FAILED", "the fact store is closed", { hint: "open the project again" });
  };
  return {
    async read(work) {
      guard();
      try {
        return turns.read(() => work(writer));
      } catch (thrown) {
        throw storageError(thrown, OPTIONS.what);
      }
    },
    async write(work) {
      guard();
      inPlace();
      return await turns.write(() => work(writer));
    },
    async purge() {
      guard();
      await turns.idle();
      await truncateLog(database, OPTIONS.what);
    },
    async close() {
      if (!open) return;
      open = false;
      await turns.idle();
      database.close();
    },
  };
}

async function migrate(database: DatabaseSync, turns: Transactions, path: string): Promise<void> {
  if (version(database) === FACT_MIGRATIONS.length) return;
  await turns.write(() => {
    database.exec(
      "CREATE TABLE IF NOT EXISTS fact_meta (only INTEGER PRIMARY KEY CHECK (only = 1), version INTEGER NOT NULL) STRICT",
    );
    const from = version(database);
    if (from > FACT_MIGRATIONS.length) {
      throw new LociError(
        "INDEX_FORMAT",
        `the facts were written by a newer version of Loci (format ${from}, this one reads up to ${FACT_MIGRATIONS.length})`,
        {
          hint: "update Loci",
          details: { file: path, format: from, supported: FACT_MIGRATIONS.length },
        },
      );
    }
    for (const step of FACT_MIGRATIONS.slice(from)) database.exec(step);
    database
      .prepare(
        "INSERT INTO fact_meta (only, version) VALUES (1, ?) ON CONFLICT (only) DO UPDATE SET version = excluded.version",
      )
      .run(FACT_MIGRATIONS.length);
  });
}

/** 0 before the first migration. */
function version(database: DatabaseSync): number {
  const table = database.prepare("SELECT 1 FROM sqlite_master WHERE type = 'table' AND name = 'fact_meta'").get();
  if (table === undefined) return 0;
  const row = database.prepare("SELECT version FROM fact_meta WHERE only = 1").get();
  return row === undefined ? 0 : Number(row["version"]);
}
