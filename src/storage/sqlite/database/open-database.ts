import { accessSync, closeSync, constants, openSync, existsSync, mkdtempSync, rmSync, statSync } from "node:fs";
import { dirname, join } from "node:path";
import type { DatabaseSync, DatabaseSyncOptions } from "node:sqlite";
import { setTimeout as delay } from "node:timers/promises";
import { tmpdir } from "node:os";
import { pathToFileURL } from "node:url";
import { cannotOpen } from "../../../files/plain-file.ts";
import { LociError, systemHint } from "../../../model/error.ts";
import { option, step } from "../../../model/next-step.ts";
import { isBusy, isDiskFault, isUnwritable, storageError } from "./storage-error.ts";
import { lockWait, type LockOptions } from "./lock-wait.ts";
import { rememberOpen } from "../../../files/open-databases.ts";

export interface DatabaseOptions extends LockOptions {
  /** Bytes of a page; only a new file takes it. Larger pages make large blobs cheaper to read. */
  readonly pageSize: number;
}

/** How long the log's truncation waits for readers of other processes. */
const TRUNCATION_PATIENCE_MS = 5_000;

/**
 * Moves the log into the file and empties it, so that nothing deleted stands in it. What readers of other processes still need stays
 * until they end.
 * @param what its part in the project, for messages
 * @throws LociError `STORAGE_BUSY` where one still reads after some seconds, `STORAGE_FAILED`, `STORAGE_FULL`
 */
export async function truncateLog(database: DatabaseSync, what: string): Promise<void> {
  const deadline = performance.now() + TRUNCATION_PATIENCE_MS;
  for (;;) {
    let busy: number;
    try {
      ({ busy } = database.prepare("PRAGMA wal_checkpoint(TRUNCATE)").get() as { busy: number });
    } catch (thrown) {
      throw storageError(thrown, what);
    }
    if (busy === 0) return;
    if (performance.now() > deadline)
      throw new LociError("STORAGE_BUSY", `another process reads the ${what}, and what was deleted stays in its log`, {
        hint: "wait until it has finished, or end it, and try again",
      });
    await delay(20);
  }
}

/** SQLite's own page cache, KiB. Blobs are cached in decoded form elsewhere, so it needs little more than inner nodes. */
const CACHE_KIB = 1024;
/** Pages in the log before a commit moves them into the file. */
const CHECKPOINT_PAGES = 2000;
/** Size to which the log is truncated when it restarts, bytes. */
const KEPT_LOG_BYTES = 4 * 1024 * 1024;

/**
 * How long a fault of the disk is tried again, milliseconds: a file that somebody takes away, with its journal or its log, while it is opened looks like
 * one too, in as many ways as SQLite has system calls.
 */
const DISK_PATIENCE_MS = 2_000;

/** Maximum length of a path in bytes: SQLite takes 512 with the suffix of log and memory, https://sqlite.org/src/file/src/os_unix.c (`MAX_PATHNAME`). */
const LONGEST_PATH = 504;

/**
 * Opens or creates a SQLite file: write-ahead log, so that readers and one writer don't wait for each other; `synchronous = NORMAL`,
 * so that a crash of the machine may lose the last commits but never consistency; what is deleted is overwritten, not only unlinked.
 *
 * On a medium that can't be written to, or a full disk, what is there is opened to be read (`readsOnly`).
 *
 * The driver blocks the thread while it waits for a lock, so its own time-out is short and the waiting is done around it.
 * @throws as `lockWait`, and LociError `INDEX_DAMAGED`, `STORAGE_FAILED`
 */
export async function openDatabase(path: string, options: DatabaseOptions): Promise<DatabaseSync> {
  // SQLite opens a file there without a word where a process that was killed has left its log and shared memory, and only writing fails.
  const reading = isOnReadOnlyMedium(path) ? await readingInstead(path) : null;
  if (reading !== null) return reading;
  const began = performance.now();
  const wait = lockWait(path, options);
  for (let attempt = 0; ; attempt++) {
    let database: DatabaseSync | null = null;
    try {
      database = openOwnDatabase(path, { timeout: 20, enableForeignKeyConstraints: true });
      database.exec(`PRAGMA page_size = ${options.pageSize}`);
      // The switch to the log needs the file alone for a moment; processes that open a new file together meet here.
      database.exec("PRAGMA journal_mode = WAL; PRAGMA synchronous = NORMAL; PRAGMA secure_delete = ON");
      database.exec(
        `PRAGMA cache_size = -${CACHE_KIB}; PRAGMA wal_autocheckpoint = ${CHECKPOINT_PAGES}; PRAGMA journal_size_limit = ${KEPT_LOG_BYTES}`,
      );
      return database;
    } catch (error) {
      database?.close();
      const pause = Math.min(50, 2 + attempt);
      if (isBusy(error)) await wait(error, pause);
      else if (isDiskFault(error) && performance.now() - began < DISK_PATIENCE_MS) await delay(pause);
      else {
        const reading = isUnwritable(error) ? await readingInstead(path) : null;
        if (reading !== null) return reading;
        throw refused(path, options.what) ?? storageError(error, options.what);
      }
    }
  }
}

/** Why SQLite can't open a file, where it only says that it can't; null where nothing but its own word tells. */
function refused(path: string, what: string): LociError | null {
  const bytes = Buffer.byteLength(path);
  const hint = systemHint({ code: "ENAMETOOLONG" });
  if (bytes > LONGEST_PATH)
    return new LociError(
      "STORAGE_FAILED",
      `the path of the ${what} has ${bytes} bytes, and a database takes ${LONGEST_PATH}`,
      { hint: step`${hint ?? ""}, or give another data folder with ${option("home")} or LOCI_HOME` },
    );
  try {
    // As many as SQLite opens: the file, its log, the memory that connections share.
    const opened: number[] = [];
    try {
      for (let i = 0; i < 3; i++) opened.push(openSync(dirname(path), "r"));
    } finally {
      opened.forEach((one) => closeSync(one));
    }
    return null;
  } catch (thrown) {
    return systemHint(thrown) === null ? null : cannotOpen(path, thrown);
  }
}

function isOnReadOnlyMedium(path: string): boolean {
  try {
    accessSync(path, constants.W_OK);
    return false;
  } catch (thrown) {
    return (thrown as NodeJS.ErrnoException).code === "EROFS";
  }
}

async function readingInstead(path: string): Promise<DatabaseSync | null> {
  try {
    return await openToRead(path);
  } catch {
    // The first fault is the one to tell.
    return null;
  }
}

/** Connections that can't be written through. */
const readOnly = new WeakSet<DatabaseSync>();

/** Whether a database could only be opened to be read: its medium takes no writes, or its disk is full. */
export const readsOnly = (database: DatabaseSync): boolean => readOnly.has(database);

/**
 * Opens a database to be read, where it can't be opened to be written to: SQLite needs room beside the file even for reading. Without a log, or with an
 * empty one, the file is read as it is; else a copy of file and log in the system's temporary folder, and where that has no room either, the file without
 * its log: the last moments are missing then.
 * @returns null for a file that isn't there or has nothing in it yet
 * @throws the driver's error
 */
async function openToRead(path: string): Promise<DatabaseSync | null> {
  if ((statSync(path, { throwIfNoEntry: false })?.size ?? 0) === 0) return null;
  const logged = (statSync(`${path}-wal`, { throwIfNoEntry: false })?.size ?? 0) > 0;
  const database = (logged ? await openCopy(path) : null) ?? openFile(path);
  readOnly.add(database);
  return database;
}

function openFile(path: string): DatabaseSync {
  const address = pathToFileURL(path);
  // Nobody changes it: without this SQLite would want to make its shared memory beside it.
  address.searchParams.set("immutable", "1");
  return openOwnDatabase(address, { readOnly: true });
}

async function openCopy(path: string): Promise<DatabaseSync | null> {
  let folder: string | null = null;
  try {
    folder = mkdtempSync(join(tmpdir(), "loci-read-"));
    const copy = join(folder, "copy.sqlite");
    await copyWithLog(path, copy);
    // Where a system can't remove a file that is open, the copy is left to the system's own sweeping.
    return openFile(copy);
  } catch {
    return null;
  } finally {
    if (folder !== null && process.platform !== "win32") rmSync(folder, { recursive: true, force: true });
  }
}

/** Copies a database as it stands, with its log, which goes into the copy. @throws the driver's error, LociError `STORAGE_FAILED` */
export async function copyWithLog(from: string, to: string): Promise<void> {
  // This process may have it open for other work.
  const { copyBytes } = await import("../../../files/raw-bytes.ts");
  const parts = ["", "-wal"].filter((suffix) => existsSync(from + suffix));
  await copyBytes(parts.map((suffix) => ({ from: from + suffix, to: to + suffix })));
  const merged = openOwnDatabase(to);
  try {
    merged.exec("PRAGMA wal_checkpoint(TRUNCATE); PRAGMA journal_mode = DELETE");
  } finally {
    merged.close();
  }
}

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
