import { copyFileSync, existsSync, mkdtempSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { pathToFileURL } from "node:url";

/** Connections that can't be written through. */
const readOnly = new WeakSet<DatabaseSync>();

/** Whether a database could only be opened to be read: its medium takes no writes, or its disk is full. */
export function readsOnly(database: DatabaseSync): boolean {
  return readOnly.has(database);
}

/**
 * Opens a database to be read, where it can't be opened to be written to: SQLite needs room beside the file even for reading. Without a log, or with an
 * empty one, the file is read as it is; else a copy of file and log in the system's temporary folder, and where that has no room either, the file without
 * its log: the last moments are missing then.
 *
 * @returns null for a file that isn't there or has nothing in it yet
 * @throws the driver's error
 */
export function openToRead(path: string): DatabaseSync | null {
  if ((statSync(path, { throwIfNoEntry: false })?.size ?? 0) === 0) return null;
  const logged = (statSync(`${path}-wal`, { throwIfNoEntry: false })?.size ?? 0) > 0;
  const database = (logged ? openCopy(path) : null) ?? openFile(path);
  readOnly.add(database);
  return database;
}

function openFile(path: string): DatabaseSync {
  const address = pathToFileURL(path);
  // Nobody changes it: without this SQLite would want to make its shared memory beside it.
  address.searchParams.set("immutable", "1");
  return new DatabaseSync(address, { readOnly: true });
}

function openCopy(path: string): DatabaseSync | null {
  let folder: string | null = null;
  try {
    folder = mkdtempSync(join(tmpdir(), "loci-read-"));
    const copy = join(folder, "copy.sqlite");
    for (const suffix of ["", "-wal"]) if (existsSync(path + suffix)) copyFileSync(path + suffix, copy + suffix);
    // The log goes into the copy, which is then read as a file without one.
    const merged = new DatabaseSync(copy);
    merged.exec("PRAGMA wal_checkpoint(TRUNCATE); PRAGMA journal_mode = DELETE");
    merged.close();
    // Where a system can't remove a file that is open, the copy is left to the system's own sweeping.
    return openFile(copy);
  } catch {
    return null;
  } finally {
    if (folder !== null && process.platform !== "win32") rmSync(folder, { recursive: true, force: true });
  }
}
