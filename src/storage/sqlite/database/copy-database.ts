import { existsSync } from "node:fs";
import { backup, type DatabaseSync } from "node:sqlite";
import { copyWithLog, openOwnDatabase } from "./open-database.ts";
import { isUnwritable, storageError } from "./storage-error.ts";

/** All pages in one step: a copy in several begins anew whenever somebody writes. */
const ALL_PAGES = 2 ** 30;

/**
 * Copies a database as one committed state, while others read and write it. Where nobody can write beside it, on a full disk say, its files are
 * copied as they stand.
 * @param to a file that isn't there
 * @throws LociError `INDEX_DAMAGED`, `STORAGE_BUSY`, `STORAGE_FAILED`, `STORAGE_FULL`
 */
export async function copyDatabase(from: string, to: string): Promise<void> {
  try {
    const database = openOwnDatabase(from, { readOnly: true, timeout: 5_000 });
    try {
      // Where nothing can be written beside it this fails, before anything is copied.
      database.prepare("PRAGMA schema_version").get();
      await backup(database, to, { rate: ALL_PAGES });
    } finally {
      database.close();
    }
  } catch (thrown) {
    if (isUnwritable(thrown) && !existsSync(to)) await copyWithLog(from, to);
    else throw storageError(thrown, `database '${from}'`);
  }
}

/**
 * What is wrong with the database in a file; empty when it is sound.
 * @throws LociError `STORAGE_BUSY`, `STORAGE_FAILED` for one that can't be looked at, which says nothing about its content
 * Cost: reads all of it.
 */
export function databaseProblems(path: string): readonly string[] {
  try {
    const database = openOwnDatabase(path, { timeout: 5_000 });
    try {
      const rows = database.prepare("PRAGMA integrity_check").all() as { integrity_check: string }[];
      return rows.map(({ integrity_check: line }) => line).filter((line) => line !== "ok");
    } finally {
      database.close();
    }
  } catch (thrown) {
    const error = storageError(thrown, path);
    if (error.code !== "INDEX_DAMAGED") throw error;
    return [error.message];
  }
}

/**
 * Takes over every row that can still be read out of a damaged database, table by table, from both ends of each.
 * @param to a sound database with its tables; rows that it holds stay, and tables that it lacks are left out
 * @returns how many rows came over
 */
export function salvageRows(from: string, to: string): number {
  let salvaged = 0;
  const target = openOwnDatabase(to, { timeout: 5_000 });
  try {
    const source = openOwnDatabase(from, { timeout: 5_000 });
    try {
      const tables = target
        .prepare("SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite_%'")
        .all() as { name: string }[];
      for (const { name } of tables) salvaged += salvageTable(source, target, name);
    } finally {
      source.close();
    }
  } catch (thrown) {
    // Not a single page can be read: everything is taken from files.
    requireDamage(thrown, from);
  } finally {
    target.close();
  }
  return salvaged;
}

function salvageTable(source: DatabaseSync, target: DatabaseSync, table: string): number {
  const columns = (target.prepare(`PRAGMA table_info("${table}")`).all() as { name: string; pk: number }[]).map(
    ({ name, pk }) => ({ name: `"${name}"`, pk }),
  );
  const names = columns.map(({ name }) => name).join(", ");
  const key = columns
    .filter(({ pk }) => pk > 0)
    .sort((a, b) => a.pk - b.pk)
    .map(({ name }) => name);
  const insert = target.prepare(
    `INSERT OR IGNORE INTO "${table}" (${names}) VALUES (${columns.map(() => "?").join(", ")})`,
  );
  let salvaged = 0;
  for (const direction of key.length === 0 ? [""] : ["ASC", "DESC"]) {
    const order = direction === "" ? "" : ` ORDER BY ${key.map((name) => `${name} ${direction}`).join(", ")}`;
    try {
      for (const row of source.prepare(`SELECT ${names} FROM "${table}"${order}`).iterate()) {
        try {
          salvaged += Number(insert.run(...(Object.values(row) as (string | number | null)[])).changes);
        } catch (thrown) {
          requireDamage(thrown, table);
          // A row that breaks the table's own rules is part of the damage.
        }
      }
      break;
    } catch (thrown) {
      requireDamage(thrown, table);
      // The damage ends this direction; what lies behind it is reached from the other end.
    }
  }
  return salvaged;
}

/** Passes on what has nothing to do with damage: another process, a full disk. */
function requireDamage(thrown: unknown, what: string): void {
  const error = storageError(thrown, what);
  if (error.code === "STORAGE_BUSY" || error.code === "STORAGE_FULL") throw error;
}
