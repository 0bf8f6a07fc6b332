import { closeSync, fsyncSync, openSync } from "node:fs";

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
