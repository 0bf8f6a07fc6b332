import { existsSync, readFileSync, realpathSync, type Stats, statSync } from "node:fs";
import { basename, dirname, join, resolve } from "node:path";
import { percentDecoded } from "../../text/printable.ts";
import { jsonFields } from "../../text/fields.ts";

export interface FolderSurroundings {
  readonly home: string;
  /** The user's home folder: neither it nor anything above makes a project by itself. */
  readonly userHome: string;
}

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
  /** Device, inode and time of birth of the store: a moved folder keeps them, a clone or a copy has its own. Undefined where the disk knows no births. */
  readonly born: string | undefined;
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
  const above = dirname(absolute);
  // Gone, or not to be looked into.
  return realOf(absolute) ?? (above === absolute ? absolute : join(realFolder(above), basename(absolute)));
}

/**
 * The git repository that a folder belongs to; null where there is none.
 *
 * A `.git` that leads elsewhere counts only if the repository there knows of this folder: an archive could bring along one that leads into
 * another client's repository.
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
  if (led === undefined) return isStore(tree) ? { tree: mainOf(tree), main: mainOf(tree), store: tree } : null;
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

const mainOf = (store: string): string => (basename(store) === ".git" ? dirname(store) : store);

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

const isStore = (folder: string): boolean =>
  isFolder(join(folder, "objects")) && isFolder(join(folder, "refs")) && existsSync(join(folder, "HEAD"));

function toldBy(store: string): Pick<RepositoryPlace, "borrows" | "remotes" | "isShallow" | "born"> {
  const objects = join(store, "objects");
  const borrows = (textOf(join(objects, "info", "alternates")) ?? "")
    .split("\n")
    .filter((line) => line !== "" && !line.startsWith("#"))
    .flatMap((line) => realOf(dirname(resolve(objects, line))) ?? []);
  return {
    borrows,
    remotes: ownRemotes(textOf(join(store, "config")) ?? ""),
    isShallow: (textOf(join(store, "shallow")) ?? "") !== "",
    born: bornOf(store),
  };
}

/** Where a disk keeps no births, the time of the last change stands in their place. */
function bornOf(store: string): string | undefined {
  const { dev, ino, birthtimeMs = 0, ctimeMs = 0 } = look(store) ?? {};
  return birthtimeMs === 0 || birthtimeMs === ctimeMs ? undefined : `${dev}:${ino}:${birthtimeMs}`;
}

const isFolder = (path: string): boolean => look(path)?.isDirectory() === true;

/** What stands at a path; undefined too where its folder may not be looked into. */
export function look(path: string): Stats | undefined {
  try {
    return statSync(path, { throwIfNoEntry: false });
  } catch {
    return undefined;
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
    return look(path)?.isFile() === true ? readFileSync(path, "utf8") : null;
  } catch {
    return null;
  }
}

/** What a file of JSON that only saves work holds; nothing of one that can't be read. */
export const keptIn = <T>(file: string): Readonly<Record<string, T>> =>
  (jsonFields(textOf(file) ?? "{}") ?? {}) as Readonly<Record<string, T>>;

/** A remote of a repository without what varies between ways to reach it: protocol, user, port, `.git`, case. */
export interface Remote {
  readonly host: string;
  /** Owner and name, with all groups between: `alder/web`. */
  readonly path: string;
}

const URL_FORM = /^[a-z][a-z0-9+.-]*:\/\/(?:[^/@]*@)?(\[[^\]]*\]|[^/:]+)(?::\d+)?\/(.+)$/iu;
/** `git@host:owner/name`; one letter before the colon is a drive of Windows. */
const SCP_FORM = /^(?:[^/@\s]+@)?(\[[^\]]*\]|[^/:@\s]{2,}):(?!\/\/)(.+)$/u;

/**
 * Reads a remote's URL. Null for paths on this machine: a template that several repositories were copied from has the same one in all of
 * them, so it says nothing about which of them this is.
 * @example parseRemote("git@example.org:Alder/Web.git") // { host: "example.org", path: "alder/web" }
 */
function parseRemote(url: string): Remote | null {
  const text = url.trim();
  if (/^file:/iu.test(text)) return null;
  const [, host, path] = URL_FORM.exec(text) ?? SCP_FORM.exec(text) ?? [];
  if (host === undefined || path === undefined) return null;
  const parts = percentDecoded(path)
    .toLowerCase()
    .split("/")
    .filter((part) => part !== "" && part !== "~" && part !== "_git");
  // Azure counts versions in front, Bitbucket the protocol.
  while (parts.length > 2 && /^(?:v\d|scm)$/u.test(parts[0] as string)) parts.shift();
  const last = parts.pop()?.replace(/\.git$/u, "") ?? "";
  return last === "" ? null : { host: host.toLowerCase().replace(/^ssh\./u, ""), path: [...parts, last].join("/") };
}

/** Whether two lists have a repository in common, whatever hosts mirror it. Without an owner the host must be the same, too. */
export const remotesAgree = (one: readonly Remote[], other: readonly Remote[]): boolean =>
  one.some((a) => other.some((b) => a.path === b.path && (a.path.includes("/") || a.host === b.host)));

/** Whether two lists have a repository of one host in common. */
export const remotesEqual = (one: readonly Remote[], other: readonly Remote[]): boolean =>
  one.some((a) => other.some((b) => a.path === b.path && a.host === b.host));

/**
 * The remotes that are a repository's own, as its `config` says: `origin`, else the only other one. `upstream` is what a fork came from, and of
 * several others none says which is its own.
 */
function ownRemotes(config: string): readonly Remote[] {
  const urls = new Map<string, string>();
  let section: string | null = null;
  for (const line of config.split(/\r?\n/u)) {
    if (/^\s*\[/u.test(line)) section = /^\s*\[remote\s+"((?:[^"\\]|\\.)*)"\s*\]/iu.exec(line)?.[1] ?? null;
    const url = /^\s*(?:\[[^\]]*\]\s*)?url\s*=\s*"?([^"\s]+)/iu.exec(line)?.[1];
    if (section !== null && url !== undefined && !urls.has(section)) urls.set(section, url);
  }
  const others = [...urls.keys()].filter((name) => name !== "upstream");
  const own = urls.get("origin") ?? (others.length === 1 ? urls.get(others[0] as string) : undefined);
  const remote = own === undefined ? null : parseRemote(own);
  return remote === null ? [] : [remote];
}
