import { closeSync, existsSync, openSync, readFileSync, readSync, statSync } from "node:fs";
import { pathToFileURL } from "node:url";

/** Inodes of the databases that this thread has connections to, by how many. */
const connections = new Map<string, number>();

/**
 * Remembers that a connection to a database was opened, so that nobody in this process opens its file in another way: closing any
 * descriptor of a file gives up all locks that the process holds on it (POSIX). Another process then takes itself for the last
 * one, folds the log in and deletes it under this one. SQLite's own descriptors are safe: it keeps them while another of its connections
 * holds a lock.
 * @returns to be called when the connection is closed
 */
export function rememberOpen(path: string | URL): () => void {
  const inode = inodeOf(path);
  if (inode === null) return () => {};
  count(inode, 1);
  return () => count(inode, -1);
}

/**
 * Whether this process has a connection to the database in a file, so that it must not be opened in another way. Its log and
 * the memory that connections share count as the database itself.
 * Cost: one system call while databases are open.
 */
export function isOpenDatabase(path: string): boolean {
  if (connections.size === 0) return false;
  const inode = inodeOf(path.replace(/-(?:wal|shm|journal)$/u, ""));
  return inode !== null && connections.has(inode);
}

function count(inode: string, by: 1 | -1): void {
  const left = (connections.get(inode) ?? 0) + by;
  if (left === 0) connections.delete(inode);
  else connections.set(inode, left);
}

/** Device and number of the file that is at `path`; null where there is none. */
export function inodeOf(path: string | URL): string | null {
  const found = statSync(path, { throwIfNoEntry: false });
  return found === undefined ? null : `${found.dev}:${found.ino}`;
}

/** `1: POSIX  ADVISORY  WRITE 1234 08:01:5678 120 120`, proc_locks(5): process, device and number of the file. */
const WRITE_LOCK = /^\d+: \S+\s+\S+\s+WRITE (\d+) [\da-f]+:[\da-f]+:(\d+) /gmu;

/**
 * The other process of this machine that keeps a database from being written; null where the system doesn't tell. In the write-ahead form that lock is on
 * the memory which connections share.
 */
export function lockHolder(path: string): number | null {
  try {
    const files = [`${path}-shm`, path].map((file) => String(statSync(file, { throwIfNoEntry: false })?.ino));
    for (const [, pid, file] of readFileSync("/proc/locks", "utf8").matchAll(WRITE_LOCK))
      if (files.includes(file ?? "") && Number(pid) !== process.pid) return Number(pid);
  } catch {
    // Only Linux tells.
  }
  return null;
}

/** A row of somebody else's database. */
export type ForeignRow = Readonly<Record<string, unknown>>;

/** Asks a database. */
export type ForeignQuery = (sql: string, ...parameters: string[]) => ForeignRow[];

/** Whether a file is a database of SQLite, by its first bytes. */
export const looksLikeDatabase = (head: Uint8Array): boolean =>
  Buffer.from(head.buffer, head.byteOffset, Math.min(head.length, 16)).toString("latin1") === "SQLite format 3\0";

/**
 * What is asked of a database that another program keeps, with its log. It is opened for reading only, and closed again.
 * @returns null for a file that is damaged, locked or no database
 */
export async function readForeignDatabase<T>(file: string, read: (query: ForeignQuery) => T): Promise<T | null> {
  const { DatabaseSync } = await import("node:sqlite");
  let database: InstanceType<typeof DatabaseSync> | null = null;
  try {
    const opened = new DatabaseSync(isAtRest(file) ? new URL("?immutable=1", pathToFileURL(file)) : file, {
      readOnly: true,
      timeout: 2000,
    });
    database = opened;
    return read((sql, ...parameters) => opened.prepare(sql).all(...parameters));
  } catch {
    // Whoever asked says that it holds nothing that can be read.
    return null;
  } finally {
    database?.close();
  }
}

/** Bytes 18 and 19 of a database in the write-ahead form. */
const WRITE_AHEAD = "\x02\x02";

/** Whether nobody has written behind a database in the write-ahead form: opened in the usual way it would be given two files beside it. */
function isAtRest(file: string): boolean {
  const head = Buffer.alloc(20);
  const descriptor = openSync(file, "r");
  readSync(descriptor, head);
  closeSync(descriptor);
  return head.toString("latin1", 18) === WRITE_AHEAD && !existsSync(`${file}-wal`);
}
