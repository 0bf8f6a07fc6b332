import { existsSync, readFileSync, realpathSync, statSync } from "node:fs";
import { basename, dirname, join, resolve } from "node:path";
import { ownRemotes, type Remote } from "./remote.ts";

/** Where a folder's repository stands, as its files tell it without a git process. */
export interface RepositoryPlace {
  /** Top of the working tree that the folder is in (of a bare repository itself). Real path. */
  readonly tree: string;
  /** The tree that worktrees were taken from; a bare repository itself. Real path. */
  readonly main: string;
  /** The folder that all worktrees share: `.git` of the main one. Real path. */
  readonly store: string;
  /** Stores whose objects this one uses. Real paths. */
  readonly borrows: readonly string[];
  /** Those that are its own; see `ownRemotes`. */
  readonly remotes: readonly Remote[];
  readonly isShallow: boolean;
}

/** A folder and those above it, below the user's home folder; neither it nor anything above makes a project. */
export function* upFrom(folder: string, userHome: string): Generator<string> {
  const top = realFolder(userHome);
  for (
    let current = folder, below = "";
    current !== below && current !== top;
    below = current, current = dirname(current)
  )
    yield current;
}

/** The real path of a folder; of one that is gone, the real path of what is left of it, with the rest behind it. */
export function realFolder(folder: string): string {
  const absolute = resolve(folder);
  try {
    return realpathSync(absolute);
  } catch {
    // Gone, or not to be looked into.
    const above = dirname(absolute);
    return above === absolute ? absolute : join(realFolder(above), basename(absolute));
  }
}

/**
 * The git repository that a folder belongs to; null where there is none.
 *
 * A `.git` that leads elsewhere counts only if the repository there knows of this folder: an archive could bring along one that leads into
 * another client's repository.
 *
 * @param folder real path
 * Cost: some file look-ups a level, and two small files.
 */
export function repositoryAround(folder: string, userHome: string): RepositoryPlace | null {
  for (const current of upFrom(folder, userHome)) {
    const place = placeOf(current);
    if (place !== null) return { ...place, ...toldBy(place.store) };
  }
  return null;
}

type Place = Pick<RepositoryPlace, "tree" | "main" | "store">;

function placeOf(tree: string): Place | null {
  const entry = join(tree, ".git");
  if (isFolder(entry)) {
    const store = realOf(entry);
    return store !== null && belongs(store, tree) ? { tree, main: tree, store } : null;
  }
  const led = /^gitdir:[ \t]*(.+?)\s*$/mu.exec(textOf(entry) ?? "")?.[1];
  if (led === undefined) return isStore(tree) ? bare(tree) : null;
  const gitFolder = realOf(resolve(tree, led));
  if (gitFolder === null) return null;
  const isOfWorktree = basename(dirname(gitFolder)) === "worktrees";
  const common = textOf(join(gitFolder, "commondir"))?.trim() ?? (isOfWorktree ? "../.." : undefined);
  if (common === undefined)
    return isStore(gitFolder) && belongs(gitFolder, tree) ? { tree, main: tree, store: gitFolder } : null;
  const store = realOf(resolve(gitFolder, common));
  if (store === null || !knowsWorktree(gitFolder, entry)) return null;
  return { tree, main: mainOf(store), store };
}

function bare(store: string): Place {
  const main = mainOf(store);
  return { tree: main, main, store };
}

function mainOf(store: string): string {
  return basename(store) === ".git" ? dirname(store) : store;
}

/** A worktree's folder in the store says where it stands; one that was moved by hand is still known by the old place, which is gone then. */
function knowsWorktree(gitFolder: string, entry: string): boolean {
  const back = textOf(join(gitFolder, "gitdir"))?.trim();
  // Git writes it; without, the store's own folder for the worktree is what there is.
  if (back === undefined || back === "") return true;
  const there = resolve(gitFolder, back);
  return !existsSync(there) || realOf(there) === realOf(entry);
}

/** Whether a store may belong to a tree: the `.git` of another tree doesn't, unless its configuration says so. */
function belongs(store: string, tree: string): boolean {
  if (basename(store) !== ".git" || dirname(store) === tree) return true;
  const said = /^\s*worktree\s*=\s*"?(.+?)"?\s*$/imu.exec(textOf(join(store, "config")) ?? "")?.[1];
  return said !== undefined && realOf(resolve(store, said)) === tree;
}

function isStore(folder: string): boolean {
  return isFolder(join(folder, "objects")) && isFolder(join(folder, "refs")) && existsSync(join(folder, "HEAD"));
}

function toldBy(store: string): Pick<RepositoryPlace, "borrows" | "remotes" | "isShallow"> {
  const objects = join(store, "objects");
  const borrows = (textOf(join(objects, "info", "alternates")) ?? "")
    .split("\n")
    .filter((line) => line !== "" && !line.startsWith("#"))
    .flatMap((line) => realOf(dirname(resolve(objects, line))) ?? []);
  return {
    borrows,
    remotes: ownRemotes(textOf(join(store, "config")) ?? ""),
    isShallow: (textOf(join(store, "shallow")) ?? "") !== "",
  };
}

function isFolder(path: string): boolean {
  try {
    return statSync(path, { throwIfNoEntry: false })?.isDirectory() === true;
  } catch {
    return false;
  }
}

function realOf(path: string): string | null {
  try {
    return realpathSync(path);
  } catch {
    return null;
  }
}

/** A small file's text; null for one that isn't there, may not be read, or is none. */
export function textOf(path: string): string | null {
  try {
    return statSync(path, { throwIfNoEntry: false })?.isFile() === true ? readFileSync(path, "utf8") : null;
  } catch {
    return null;
  }
}
