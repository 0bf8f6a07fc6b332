import { statSync } from "node:fs";
import { dirname } from "node:path";
import { LociError } from "../../../model/error.ts";

/**
 * What is called before the catalog is written to: refuses when the file at its place is no longer the one that was opened. SQLite would go on writing to
 * the deleted one, and all of that would be gone when the process ends, while other processes have begun a new one.
 *
 * @returns throws LociError `STORAGE_FAILED`
 * Cost: one system call each time.
 */
export function catalogGuard(path: string): () => void {
  const opened = inode(path);
  return () => {
    const now = inode(path);
    if (now === opened) return;
    if (inode(dirname(path)) === null)
      throw new LociError("STORAGE_FAILED", `the folder '${dirname(path)}' was moved or deleted while it was in use`, {
        hint: "put it back, or start what uses it again with the place where it is now; nothing was changed",
        details: { file: path },
      });
    throw new LociError(
      "STORAGE_FAILED",
      `the catalog was ${now === null ? "deleted" : "replaced"} while it was in use; nothing was changed`,
      {
        hint: "put it back, or start what uses it again: sources, corrections and ranked lists are taken back from files",
        details: { file: path },
      },
    );
  };
}

function inode(path: string): number | null {
  return statSync(path, { throwIfNoEntry: false })?.ino ?? null;
}
