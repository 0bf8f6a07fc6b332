import { lstatSync, readdirSync, statSync } from "node:fs";
import { join } from "node:path";

/**
 * Goes on as the owner of a folder, where root works in somebody's: files that are made in it belong to him. One `sudo` would else lock him out.
 *
 * @param folder absolute; one that isn't there is root's to make
 * Cost: one look, for root alone.
 */
export function actAsOwner(folder: string): void {
  if (process.geteuid?.() !== 0) return;
  const owner = statSync(folder, { throwIfNoEntry: false });
  if (owner === undefined || owner.uid === 0) return;
  process.setegid?.(owner.gid);
  process.seteuid?.(owner.uid);
}

/** Files of a folder that belong to somebody else than the folder itself, and the one command that gives them back. */
export interface ForeignFiles {
  readonly first: string;
  readonly count: number;
  readonly command: string;
}

/** @returns null where all are its owner's. Cost: a look at each file */
export function foreignFiles(folder: string): ForeignFiles | null {
  const owner = statSync(folder, { throwIfNoEntry: false });
  if (owner === undefined || process.platform === "win32") return null;
  const foreign = [...filesBelow(folder)].filter(
    (path) => lstatSync(path, { throwIfNoEntry: false })?.uid !== owner.uid,
  );
  const [first] = foreign;
  if (first === undefined) return null;
  return { first, count: foreign.length, command: `sudo chown -R ${owner.uid}:${owner.gid} '${folder}'` };
}

function* filesBelow(folder: string): Generator<string> {
  let entries;
  try {
    entries = readdirSync(folder, { withFileTypes: true });
  } catch {
    // A folder that may not be looked into is counted itself.
    return;
  }
  for (const entry of entries) {
    const path = join(folder, entry.name);
    yield path;
    if (entry.isDirectory()) yield* filesBelow(path);
  }
}
