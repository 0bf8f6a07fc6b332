import { statSync } from "node:fs";
import { LociError } from "../model/error.ts";

/**
 * Sees to it that a file of ours can be one: a folder in its place can't be read, and a pipe would be waited for without end.
 *
 * @throws LociError `STORAGE_FAILED`, also where it may not be looked at
 * Cost: one system call.
 */
export function requirePlainFile(path: string): void {
  let plain: boolean;
  try {
    plain = statSync(path, { throwIfNoEntry: false })?.isFile() ?? true;
  } catch (thrown) {
    throw cannotOpen(path, thrown);
  }
  if (!plain) {
    throw new LociError("STORAGE_FAILED", `'${path}' is no file, and Loci keeps one there`, { hint: "move it away, and put back the file from a backup; an index or a cache is made again by itself" });
  }
}

/** What the system said when a file of ours could not be opened, as an error of ours. */
export function cannotOpen(path: string, thrown: unknown): LociError {
  return new LociError("STORAGE_FAILED", `'${path}' can't be opened (${(thrown as NodeJS.ErrnoException).code ?? "unknown"})`, { hint: "check the permissions of the data folder, and whether the disk is full", cause: thrown });
}
