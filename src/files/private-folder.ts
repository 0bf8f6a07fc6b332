import { mkdirSync, statSync, closeSync, fsyncSync, openSync } from "node:fs";
import { dirname } from "node:path";

/**
 * Makes a folder for its owner only (0700), with those above it that aren't there; that they are is on disk.
 *
 * Not `mkdirSync` with `recursive`: where a file system answers ENOENT although the folder above is there, as `/proc` does, Node tries for
 * ever and can't even be told to stop.
 *
 * @returns whether it was made; false: it was there
 * @throws the system's error
 * @example makePrivateFolder("/home/me/.loci")
 */
export function makePrivateFolder(path: string): boolean {
  try {
    return makeOne(path);
  } catch (thrown) {
    const above = dirname(path);
    if ((thrown as NodeJS.ErrnoException).code !== "ENOENT" || above === path) throw thrown;
    if (!isFolder(above)) makePrivateFolder(above);
    // One retry only, even if the parent exists: another process may have made it just now.
    return makeOne(path);
  }
}

function makeOne(path: string): boolean {
  try {
    mkdirSync(path, { mode: 0o700 });
    syncFolder(dirname(path));
    return true;
  } catch (thrown) {
    // Checked by what exists, not by the error code: for the root of a drive Windows reports a permission error.
    if (isFolder(path)) return false;
    throw thrown;
  }
}

function isFolder(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false })?.isDirectory() === true;
}

/** What systems answer that can't sync a folder: Windows, some network drives. */
const NOT_THERE: ReadonlySet<string | undefined> = new Set(["EISDIR", "EPERM", "EACCES", "EINVAL", "ENOTSUP", "EBADF"]);

/**
 * Makes sure that the names in a folder are on the disk: a file that was made, renamed or deleted there is so after a loss of power, too. Where a system
 * can't, nothing is done.
 *
 * @throws the system's error of a disk that fails
 * Cost: one sync; some milliseconds on a disk that is busy.
 */
export function syncFolder(folder: string): void {
  let open: number | null = null;
  try {
    open = openSync(folder, "r");
    fsyncSync(open);
  } catch (thrown) {
    if (!NOT_THERE.has((thrown as NodeJS.ErrnoException).code)) throw thrown;
  } finally {
    if (open !== null) closeSync(open);
  }
}
