import { mkdirSync, statSync } from "node:fs";
import { dirname } from "node:path";
import { syncFolder } from "./sync-folder.ts";

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
