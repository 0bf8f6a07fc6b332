import { existsSync, readFileSync } from "node:fs";
import { isAbsolute, join, resolve, sep } from "node:path";
import { repositoryOf } from "./own-project-name.ts";
import { projectNameFrom, projectNames } from "./project-name.ts";

/** The project of folders that belong to none. */
export const FALLBACK_PROJECT = "default";

/**
 * The project that a folder belongs to, the one rule for every surface: that of the nearest root around it, which is a repository (or a
 * folder with a manifest), or the root of an indexed source. Of one folder that is both, the project that it was indexed into. Without any,
 * `default`.
 *
 * @param folder absolute
 * @param userHome the user's home folder: neither it nor anything above makes a project by itself
 * @param home the data folder, whose projects know the roots of their sources; null where only repositories count
 * @example defaultProject("/home/me/code/driftwood/docs", "/home/me", null) // "driftwood"
 * Cost: some file look-ups a level, and a small file a project.
 */
export function defaultProject(folder: string, userHome: string, home: string | null): string {
  const repository = repositoryOf(folder, userHome);
  const own = repository === null ? null : projectNameFrom(repository.name);
  const indexed = home === null ? null : indexedAround(resolve(folder), home, own);
  if (indexed !== null && indexed.root.length >= (repository?.root.length ?? 0)) return indexed.project;
  return own ?? FALLBACK_PROJECT;
}

interface Indexed {
  readonly project: string;
  readonly root: string;
}

/** The innermost source around a folder. @param own the project that wins where several have one root */
function indexedAround(folder: string, home: string, own: string | null): Indexed | null {
  let best: Indexed | null = null;
  for (const project of projectNames(home)) {
    for (const root of sourceRoots(join(home, "projects", project, "catalog.json"))) {
      if (folder !== root && !folder.startsWith(root.endsWith(sep) ? root : `${root}${sep}`)) continue;
      if (best === null || root.length > best.root.length || (root.length === best.root.length && project === own))
        best = { project, root };
    }
  }
  return best;
}

/** How many sources a project has, as its record tells. */
export function sourceCount(record: string): number {
  return recordedSources(record).length;
}

/** Roots of the folders that a project indexes, as its record tells them. Empty where there is none, or a damaged one. */
function sourceRoots(record: string): readonly string[] {
  return recordedSources(record).flatMap(({ kind, root }) =>
    kind === "folder" && typeof root === "string" ? [root] : [],
  );
}

function recordedSources(record: string): readonly { readonly kind?: unknown; readonly root?: unknown }[] {
  try {
    const { sources } = JSON.parse(readFileSync(record, "utf8")) as {
      readonly sources?: readonly { readonly kind?: unknown; readonly root?: unknown }[];
    };
    return sources ?? [];
  } catch {
    // Absent or damaged: whoever opens the project is told what is wrong with it.
    return [];
  }
}

/**
 * The project of a session that worked in a folder. One that is gone, or stood on another machine, is judged by its path: the last part, or
 * what its worktrees belong to.
 *
 * @example sessionProject("/gone/spotter-worktrees/fix-login", "/home/me") // "spotter"
 */
export function sessionProject(folder: string, userHome: string): string {
  const here = isAbsolute(folder);
  const repository = here ? repositoryOf(folder, userHome) : null;
  if (repository !== null) return projectNameFrom(repository.name) ?? FALLBACK_PROJECT;
  if (here && (existsSync(folder) || resolve(folder) === resolve(userHome))) return FALLBACK_PROJECT;
  return projectNameFrom(nameByPath(folder) ?? "") ?? FALLBACK_PROJECT;
}

const WORKTREES = /^\.?(?:git-)?worktrees?$|^\.trees$/i;
const OF_WORKTREES = /^(.+?)[-_.](?:git-)?worktrees?$/i;
/** Folders of all users' homes, and how deep a home lies in them. */
const HOMES = /^(?:[A-Za-z]:)?[\\/](?:(?:home|Users)(?:[\\/][^\\/]+)?|root)[\\/]*$/;

function nameByPath(folder: string): string | null {
  if (HOMES.test(folder)) return null;
  const parts = folder.split(/[\\/]/u).filter((part) => part !== "" && !/^[A-Za-z]:$/.test(part));
  for (let i = 0; i < parts.length - 1; i++) {
    const part = parts[i] as string;
    const owner = OF_WORKTREES.exec(part)?.[1];
    if (owner !== undefined) return owner;
    if (!WORKTREES.test(part) || i === 0) continue;
    const before = parts[i - 1] as string;
    if (!before.startsWith(".")) return before;
    // `.claude/worktrees/x` stands in the repository; `~/.codex/worktrees/x/repository` in the home.
    return before === ".claude" || before === ".git" ? (parts[i - 2] ?? null) : (parts.at(-1) ?? null);
  }
  return parts.at(-1) ?? null;
}
