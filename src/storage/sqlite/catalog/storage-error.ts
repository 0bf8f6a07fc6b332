import { LociError } from "../../../model/error.ts";

/** Primary result codes of SQLite, https://www.sqlite.org/rescode.html. */
const BUSY = 5;
const LOCKED = 6;
const READ_ONLY = 8;
const CORRUPT = 11;
const FULL = 13;
const CANNOT_OPEN = 14;
const NOT_A_DATABASE = 26;

/** What SQLite threw, as an error of the catalog's contract. Other errors pass through unchanged. */
export function storageError(thrown: unknown, path: string): unknown {
  if (thrown instanceof LociError || !(thrown instanceof Error)) return thrown;
  const code = (thrown as Error & { errcode?: number }).errcode;
  if (code === undefined) return thrown;
  const details = { file: path, sqlite: code };
  switch (code & 0xff) {
    case BUSY:
    case LOCKED:
      return new LociError("STORAGE_BUSY", "another process kept the catalog locked for too long", {
        hint: "try again; 'loci doctor' shows who holds it",
        details,
        cause: thrown,
      });
    case FULL:
      return new LociError("STORAGE_FULL", "the disk is full", { hint: "free some space and run the command again; nothing was lost", details, cause: thrown });
    case CORRUPT:
    case NOT_A_DATABASE:
      return new LociError("STORAGE_FAILED", "the catalog is damaged", {
        hint: "put back a backup of catalog.sqlite, or move it aside and index the sources again",
        details,
        cause: thrown,
      });
    case READ_ONLY:
    case CANNOT_OPEN:
      return new LociError("STORAGE_FAILED", "the catalog can't be opened for writing", { hint: "check the permissions of the data folder: 'loci doctor'", details, cause: thrown });
    default:
      return new LociError("STORAGE_FAILED", `the catalog failed: ${thrown.message}`, { hint: "run 'loci doctor'", details, cause: thrown });
  }
}
