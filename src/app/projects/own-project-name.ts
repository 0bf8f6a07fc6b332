import { existsSync } from "node:fs";
import { basename, isAbsolute, join, relative, sep } from "node:path";
import { realFolder, repositoryAround, textOf, upFrom } from "./repository.ts";
import { jsonFields } from "../../text/fields.ts";

const GIT = ".git/config";
/** What names a project, the first that does: its git remote `origin`, a manifest of npm, Python, Rust, Go. A damaged one names nothing. */
export const NAMING: Readonly<Record<string, (text: string) => string | null>> = {
  [GIT]: fromGit,
  "package.json": fromPackage,
  "pyproject.toml": (text) => fromToml(text, ["project", "tool.poetry"]),
  "Cargo.toml": (text) => fromToml(text, ["package"]),
  "go.mod": (text) => lastPart(/^module\s+(\S+)/m.exec(text)?.[1] ?? ""),
};
const MANIFESTS = Object.keys(NAMING).filter((file) => file !== GIT);

/**
 * What a folder is called by itself, which makes its wing: walks up to the first folder that is a git repository or holds a manifest; its git
 * remote's or manifest's name, else the folder's. So a package of a monorepo is a wing of its own, as it is where the whole is indexed
 * (`packageName`). Null outside of all.
 * @param folder absolute; it need not be there any more
 * Cost: some file look-ups a level.
 */
export function ownProjectName(folder: string, userHome: string): string | null {
  for (const current of upFrom(realFolder(folder), userHome)) {
    if (existsSync(join(current, ".git"))) return treeName(repositoryAround(current, userHome)?.main ?? current);
    if (hasManifest(current)) return treeName(current);
  }
  return null;
}

/** Folders of samples: a manifest there names no part of the project. */
const SAMPLES = /^(?:_*(?:fixtures?|mocks?|snapshots?)_*|test-?data|templates?|vendor|node_modules)$/iu;

/**
 * The package of a monorepo that a file belongs to: what the nearest manifest around it, below the root, calls itself. Null where none does.
 * @param folder of the file, at the root or below it
 * @param root of what is indexed
 * @example packageName("/code/driftwood/packages/web/src", "/code/driftwood") // "web", by /code/driftwood/packages/web/package.json
 * Cost: some file look-ups a level.
 */
export function packageName(folder: string, root: string): string | null {
  const between = relative(root, folder).split(sep);
  const sample = between.findIndex((name) => SAMPLES.test(name));
  const parts = sample < 0 ? between : between.slice(0, sample);
  const isBelow = parts[0] !== "" && parts[0] !== "..";
  for (let depth = isBelow ? parts.length : 0; depth > 0; depth--) {
    const name = nameIn(join(root, ...parts.slice(0, depth)), MANIFESTS);
    if (name !== null) return name;
  }
  return null;
}

/** The package of a monorepo that a folder of a repository lies in, which is the wing of what is added there. */
export function packageAround(folder: string, userHome: string): string | null {
  const real = realFolder(folder);
  const place = repositoryAround(real, userHome);
  return place === null ? null : packageName(real, place.tree);
}

/** As `ownProjectName`, of a folder that a session worked in, which may be gone or another machine's. */
export function sessionWing(folder: string, userHome: string): string | null {
  const own = isAbsolute(folder) ? ownProjectName(folder, userHome) : null;
  const isHere = isAbsolute(folder) && existsSync(folder);
  return own ?? (isHere ? null : (goneFolder(folder)?.name ?? null));
}

/** The nearest folder with a manifest; null where there is none. @param folder real path */
export function manifestRoot(folder: string, userHome: string): string | null {
  for (const current of upFrom(folder, userHome)) if (hasManifest(current)) return current;
  return null;
}

/** The name that the remote or a manifest in a folder gives, else the folder's own. */
export const treeName = (root: string): string => nameIn(root, Object.keys(NAMING)) ?? basename(root);

const hasManifest = (folder: string): boolean => MANIFESTS.some((file) => textOf(join(folder, file)) !== null);

function nameIn(folder: string, files: readonly string[]): string | null {
  for (const file of files) {
    const text = textOf(join(folder, file));
    const name = text === null ? null : (NAMING[file]?.(text) ?? null);
    if (name !== null) return name;
  }
  return null;
}

/** A folder that isn't there (any more), as the repository that it most likely was. */
interface GoneFolder {
  /** As it was spelt. */
  readonly root: string;
  readonly name: string;
}

const WORKTREES = /^\.?(?:git-)?worktrees?$|^\.trees$/iu;
const OF_WORKTREES = /^(.+?)[-_.](?:git-)?worktrees?$/iu;
/** Folders of all users' homes, and how deep a home lies in them. */
const HOMES = /^(?:[A-Za-z]:)?[\\/](?:(?:home|Users)(?:[\\/][^\\/]+)?|root)[\\/]*$/u;

/**
 * The repository of a folder by its path alone: itself, or what a worktree was taken from, where it lies in a folder that is called so.
 * @returns null for a home, which belongs to none
 * @example goneFolder("/gone/spotter-worktrees/fix-login") // { root: "/gone/spotter", name: "spotter" }
 */
export function goneFolder(folder: string): GoneFolder | null {
  if (HOMES.test(folder)) return null;
  const parts = [...folder.matchAll(/[^\\/]+/gu)].map(([text], i, all) => ({
    text,
    end: (all[i]?.index ?? 0) + text.length,
  }));
  const upTo = (i: number, name = parts[i]?.text ?? ""): GoneFolder | null => {
    const part = parts[i];
    if (part === undefined || /^[A-Za-z]:$/u.test(part.text)) return null;
    return { root: folder.slice(0, part.end - part.text.length) + name, name };
  };
  for (let i = 0; i < parts.length - 1; i++) {
    const { text } = parts[i] as { text: string };
    const owner = OF_WORKTREES.exec(text)?.[1];
    if (owner !== undefined) return upTo(i, owner);
    if (!WORKTREES.test(text) || i === 0) continue;
    const before = (parts[i - 1] as { text: string }).text;
    if (!before.startsWith(".")) return upTo(i - 1);
    // `.claude/worktrees/x` stands in the repository; `~/.codex/worktrees/x/repository` in the home.
    return before === ".claude" || before === ".git" ? upTo(i - 2) : upTo(parts.length - 1);
  }
  return upTo(parts.length - 1);
}

function fromGit(config: string): string | null {
  const section = /\[remote "origin"\]([^[]*)/.exec(config)?.[1] ?? "";
  const url = /^\s*url\s*=\s*(\S+)/m.exec(section)?.[1];
  return url === undefined ? null : lastPart(url.replace(/\/+$/, "").replace(/\.git$/, ""));
}

function fromPackage(text: string): string | null {
  const name = jsonFields(text)?.["name"];
  return typeof name === "string" ? lastPart(name) : null;
}

function fromToml(text: string, tables: readonly string[]): string | null {
  let table = "";
  for (const line of text.split(/\r?\n/)) {
    const header = /^\s*\[([^[\]]+)\]\s*(?:#.*)?$/.exec(line);
    if (header !== null) table = (header[1] as string).trim();
    const name = /^\s*name\s*=\s*(?:"([^"]+)"|'([^']+)')/.exec(line);
    if (name !== null && tables.includes(table)) return name[1] ?? name[2] ?? null;
  }
  return null;
}

/** The last part of a path, URL, module path or scoped name; a Go major version suffix is passed over. */
function lastPart(name: string): string | null {
  const parts = name.split(/[/:]/).filter((part) => part !== "" && !/^v\d+$/.test(part));
  return parts[parts.length - 1] ?? null;
}
