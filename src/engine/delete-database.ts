import { rmSync } from "node:fs";
import { requirePlainFile } from "./require-plain-file.ts";

/**
 * Deletes the file of a database with the log and the index of the log that SQLite keeps beside it; what isn't there is no fault.
 *
 * @throws LociError `STORAGE_FAILED` for a folder, which somebody made and which may hold what is his
 */
export function deleteDatabase(path: string): void {
  requirePlainFile(path);
  for (const suffix of ["", "-wal", "-shm"]) rmSync(path + suffix, { force: true });
}
