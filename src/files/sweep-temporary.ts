import { lstatSync, readdirSync, rmSync } from "node:fs";
import { join } from "node:path";

/** What is written beside a file before it takes its place; a process that was killed leaves it behind. */
const TEMPORARY = /\.tmp$/;

/**
 * Removes temporary files that killed processes have left in a folder and below it.
 *
 * @param olderThan milliseconds since the epoch: what was changed later may still be written to
 * @returns how many were removed
 * Cost: a look at every entry.
 */
export function sweepTemporary(folder: string, olderThan: number): number {
  let removed = 0;
  for (const name of entriesOf(folder)) {
    const path = join(folder, name);
    const stat = lstatSync(path, { throwIfNoEntry: false });
    if (stat === undefined) continue;
    if (stat.isDirectory()) removed += sweepTemporary(path, olderThan);
    else if (stat.isFile() && TEMPORARY.test(name) && stat.mtimeMs < olderThan) {
      rmSync(path, { force: true });
      removed++;
    }
  }
  return removed;
}

function entriesOf(folder: string): readonly string[] {
  try {
    return readdirSync(folder);
  } catch (thrown) {
    if ((thrown as NodeJS.ErrnoException).code === "ENOENT") return [];
    throw thrown;
  }
}
