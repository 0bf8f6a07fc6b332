import type { DatabaseSync, DatabaseSyncOptions } from "node:sqlite";
import { rememberOpen } from "../../../files/open-databases.ts";

/**
 * A connection to a file of ours, remembered while it is open (`rememberOpen`).
 *
 * SQLite is asked for here and not imported: the library is loaded under a Node that has none too, to say that it is too old.
 */
export function openOwnDatabase(path: string | URL, options: DatabaseSyncOptions = {}): DatabaseSync {
  const { DatabaseSync } = process.getBuiltinModule("node:sqlite");
  const database = new DatabaseSync(path, options);
  const forget = rememberOpen(path);
  let isOpen = true;
  database.close = () => {
    DatabaseSync.prototype.close.call(database);
    if (isOpen) forget();
    isOpen = false;
  };
  return database;
}
