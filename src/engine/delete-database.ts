import { rmSync } from "node:fs";

/** Deletes the file of a database with the log and the index of the log that SQLite keeps beside it; what isn't there is no fault. */
export function deleteDatabase(path: string): void {
  for (const suffix of ["", "-wal", "-shm"]) rmSync(path + suffix, { force: true });
}
