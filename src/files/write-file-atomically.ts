import { randomBytes } from "node:crypto";
import { open, realpath, rename, rm } from "node:fs/promises";
import { dirname } from "node:path";
import { writeFault } from "../model/write-fault.ts";
import { makePrivateFolder } from "./make-private-folder.ts";
import { renameSync, rmSync, writeFileSync } from "node:fs";

/** Keeps apart what one process writes at once. */
let count = 0;

/**
 * Replaces a file whole, without waiting for the disk: for what can be made again. Its folder
 * must be there. Readers see the old content or the new one; only the
 * user may read it. `writeFileAtomically` is for what can't.
 *
 * @throws what the file system says, with the old file intact
 */
export function replaceQuickly(path: string, text: string): void {
  const beside = `${path}.${process.pid}.${count++}.tmp`;
  try {
    writeFileSync(beside, text, { mode: 0o600 });
    renameSync(beside, path);
  } catch (thrown) {
    rmSync(beside, { force: true });
    throw thrown;
  }
}

/**
 * Replaces a file whole: written beside it, flushed to disk, renamed over it. Readers see the old content or the new one.
 * Only the user may read it (0600), and the folder that is made for it (0700). A symlink keeps pointing where it did.
 *
 * @throws LociError `STORAGE_FAILED`, `STORAGE_FULL` with the old file intact.
 */
export async function writeFileAtomically(path: string, content: string | Uint8Array): Promise<void> {
  const target = await realpath(path).catch(() => path);
  const beside = `${target}.${randomBytes(6).toString("hex")}.tmp`;
  try {
    makePrivateFolder(dirname(target));
    const file = await open(beside, "wx", 0o600);
    try {
      await file.writeFile(content);
      await file.sync();
    } finally {
      await file.close();
    }
    await rename(beside, target);
  } catch (error) {
    // The first fault is the one to tell.
    await rm(beside, { force: true }).catch(() => undefined);
    throw writeFault(path, error);
  }
}
