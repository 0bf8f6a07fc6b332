import {
  chmodSync,
  constants,
  copyFileSync,
  fsyncSync,
  ftruncateSync,
  realpathSync,
  renameSync,
  rmSync,
  writeSync,
} from "node:fs";
import { dirname } from "node:path";
import { writing } from "../model/error.ts";
import { makePrivateFolder, syncFolder } from "./private-folder.ts";
import { temporaryPath } from "./temporary-file.ts";
import { onFile } from "./plain-file.ts";

export interface ReplaceOptions {
  /** On disk when it returns, with its name. Without, it is for what can be made again. */
  readonly durable: boolean;
  /** By default 0600: only the user may read it. */
  readonly mode?: number;
  /** Bytes of the file that stay before the content: the system copies them, 0 by default. */
  readonly from?: number;
}

/**
 * Replaces a file whole: written beside it, renamed over it. Readers see the old content or the new one; a symlink keeps pointing where it did. Its
 * folder is made where it isn't there, for its owner only.
 * @throws what the file system says, with the old file intact; only where the last step of a durable one fails, the sync of the folder, is it the new one
 * @example replaceFile("/home/me/.loci/telegram.json", text, { durable: true });
 */
export function replaceFile(
  path: string,
  content: string | Uint8Array,
  { durable, mode = 0o600, from = 0 }: ReplaceOptions,
): void {
  const target = realOf(path);
  const temporary = temporaryPath(target);
  makePrivateFolder(dirname(target));
  try {
    if (from > 0) copyFileSync(target, temporary, constants.COPYFILE_EXCL | constants.COPYFILE_FICLONE);
    const write = (file: number): void => {
      if (from > 0) ftruncateSync(file, from);
      writeWhole(file, typeof content === "string" ? Buffer.from(content) : content, from);
      if (durable) fsyncSync(file);
    };
    onFile(temporary, from > 0 ? "r+" : "wx", write, mode);
    // Restores permissions that the process's umask removed.
    if (mode !== 0o600) chmodSync(temporary, mode);
    renameSync(temporary, target);
  } catch (thrown) {
    removeQuietly(temporary);
    throw thrown;
  }
  if (durable) syncFolder(dirname(target));
}

/**
 * Replaces a file of truth whole: written beside it, flushed to disk, renamed over it, its folder flushed. Readers see the old content or the new one.
 * With `from`, so many bytes of it stay and the content follows them. Only the user may read it (0600), and the folder that is made for it (0700).
 * A symlink keeps pointing where it did.
 * @throws LociError `STORAGE_FAILED`, `STORAGE_FULL` with the old file intact.
 */
export async function writeFileAtomically(path: string, content: string | Uint8Array, from = 0): Promise<void> {
  writing(path, () => replaceFile(path, content, { durable: true, from }));
}

/** Removes a file, ignoring errors: for files that are swept later or do no harm. */
export function removeQuietly(path: string): void {
  try {
    rmSync(path, { force: true });
  } catch {
    // Swept later.
  }
}

function realOf(path: string): string {
  try {
    return realpathSync(path);
  } catch {
    return path;
  }
}

/** Writes all of some bytes into an open file, which may take several writes. @param at where in the file */
export function writeWhole(file: number, bytes: Uint8Array, at: number): void {
  for (let written = 0; written < bytes.length;)
    written += writeSync(file, bytes, written, bytes.length - written, at + written);
}
