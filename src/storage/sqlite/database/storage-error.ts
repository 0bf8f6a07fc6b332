import { operation, step } from "../../../model/next-step.ts";
import { LociError } from "../../../model/error.ts";

/** Primary result codes of SQLite, https://sqlite.org/rescode.html. */
const SQLITE_ERROR = 1;
const SQLITE_BUSY = 5;
const SQLITE_LOCKED = 6;
const SQLITE_READONLY = 8;
const SQLITE_IOERR = 10;
const SQLITE_CORRUPT = 11;
const SQLITE_FULL = 13;
const SQLITE_CANTOPEN = 14;
const SQLITE_NOTADB = 26;
/** Extended: a read beyond the end of the file, which is what a truncated file looks like. */
const SQLITE_IOERR_SHORT_READ = 522;
/** Extended: no room for the shared memory that every connection needs, readers too. */
const SQLITE_IOERR_SHMSIZE = 4874;

/** SQLite's message for a statement that its schema doesn't fit: ours do, unless the schema was overwritten. */
const OTHER_SCHEMA = /^(?:no such (?:table|column)\b|table \S+ has (?:no column|\d+ columns)\b)/;

/** SQLite's extended result code when `error` came from the driver, else null. */
export function sqliteCode(error: unknown): number | null {
  const code = (error as { errcode?: unknown } | null)?.errcode;
  return typeof code === "number" ? code : null;
}

/** Whether a file could not be opened because nothing can be written: no permission, a medium to read only, a full disk. */
export function isUnwritable(error: unknown): boolean {
  const code = sqliteCode(error);
  if (code === null) return false;
  return [SQLITE_READONLY, SQLITE_CANTOPEN, SQLITE_FULL].includes(code & 0xff) || code === SQLITE_IOERR_SHMSIZE;
}

/** Whether another connection held the lock. */
export function isBusy(error: unknown): boolean {
  const code = sqliteCode(error);
  return code !== null && ((code & 0xff) === SQLITE_BUSY || (code & 0xff) === SQLITE_LOCKED);
}

/** Whether the system failed to read or write a file, for another reason than that there is no room. */
export const isDiskFault = (error: unknown): boolean =>
  ((sqliteCode(error) ?? 0) & 0xff) === SQLITE_IOERR && !isUnwritable(error);

/**
 * What the driver threw, as an error of ours. Errors that are ours already pass through.
 * @param what the file's part in the project, for the message: `"index"`, `"embedding cache"`
 */
export function storageError(error: unknown, what: string): LociError {
  if (error instanceof LociError) return error;
  const code = sqliteCode(error);
  if (code === null) return unusable(what, error);
  if (isBusy(error))
    return new LociError("STORAGE_BUSY", `another process kept the ${what} locked`, {
      hint: "wait for the other process and try again",
      cause: error,
    });
  if ((code & 0xff) === SQLITE_FULL || code === SQLITE_IOERR_SHMSIZE)
    return new LociError(
      "STORAGE_FULL",
      `there is no room left on the disk for the ${what}; this change of it was not made`,
      { hint: "free some space and run the command again", cause: error },
    );
  switch (code & 0xff) {
    case SQLITE_ERROR:
      if (OTHER_SCHEMA.test(messageOf(error))) return damaged(what, messageOf(error), error);
      return unusable(what, error);
    case SQLITE_CORRUPT:
    case SQLITE_NOTADB:
      return damaged(what, messageOf(error), error);
    case SQLITE_IOERR:
      if (code === SQLITE_IOERR_SHORT_READ) return damaged(what, messageOf(error), error);
      return new LociError("STORAGE_FAILED", `the ${what} could not be read or written: ${messageOf(error)}`, {
        hint: step`check the disk, then run ${operation("doctor")}`,
        cause: error,
      });
    case SQLITE_READONLY:
      return new LociError("STORAGE_FAILED", `the ${what} can only be read: its disk is full, or takes no writes`, {
        hint: "free some space on that disk, or make the data folder writable, then run the command again",
        cause: error,
      });
    case SQLITE_CANTOPEN:
      return new LociError("STORAGE_FAILED", `the ${what} can't be opened: ${messageOf(error)}`, {
        hint: "check the permissions of the project's folder",
        cause: error,
      });
    default:
      return unusable(what, error);
  }
}

/** The error of a file whose content contradicts itself. */
export const damaged = (what: string, detail: string, cause?: unknown): LociError =>
  new LociError("INDEX_DAMAGED", `the ${what} is damaged: ${detail}`, {
    hint: step`run ${operation("data rebuild")}: it is made again from your files`,
    cause,
  });

const unusable = (what: string, cause: unknown): LociError =>
  new LociError("STORAGE_FAILED", `the ${what} could not be used: ${messageOf(cause)}`, {
    hint: step`run ${operation("doctor")}`,
    cause,
  });

const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));
