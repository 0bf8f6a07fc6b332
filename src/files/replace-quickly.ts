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
