import { realpath, stat } from "node:fs/promises";
import { homedir } from "node:os";
import { dirname, join, resolve } from "node:path";

/** The name of a tree's own configuration. */
export const TREE_FILE_NAME = ".loci.toml";

/** What marks the root of a tree: nothing above it is looked at. */
const ROOT_MARKS = [".git", ".hg", ".svn", ".jj"];

/**
 * The nearest `.loci.toml` from a folder upwards to the root of its tree, that is the first folder with a `.git` (or
 * `.hg`, `.svn`, `.jj`), else the user's own folder or the file system's root; null when there is none.
 *
 * @returns the real path, symlinks resolved: what trust is recorded for.
 */
export async function findTreeFile(folder: string): Promise<string | null> {
  const home = homedir();
  for (let current = resolve(folder); ; current = dirname(current)) {
    const candidate = join(current, TREE_FILE_NAME);
    if (await exists(candidate)) return realpath(candidate);
    if (current === home || dirname(current) === current || (await isRoot(current))) return null;
  }
}

/** The folder that `loci config set --local` writes to: the tree's root, else the folder itself. */
export async function treeRootOf(folder: string): Promise<string> {
  const start = resolve(folder);
  for (let current = start; ; current = dirname(current)) {
    if (await isRoot(current)) return current;
    if (dirname(current) === current) return start;
  }
}

async function isRoot(folder: string): Promise<boolean> {
  const found = await Promise.all(ROOT_MARKS.map((mark) => exists(join(folder, mark))));
  return found.includes(true);
}

async function exists(path: string): Promise<boolean> {
  return stat(path).then(
    () => true,
    () => false,
  );
}
