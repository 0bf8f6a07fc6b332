import { execFile } from "node:child_process";
import { statSync } from "node:fs";
import { join } from "node:path";
import { replaceFile } from "../../files/write-file-atomically.ts";
import type { RepositoryPlace } from "./repository.ts";
import { textOf } from "./repository.ts";

/** What only git itself can say of a repository. */
export interface History {
  /** Commits without a parent, sorted; none where they can't be known: a shallow clone, one without commits, a machine without git. */
  readonly firstCommits: readonly string[];
  /** The commit that was checked out when it was looked at. */
  readonly head: string | null;
}

const UNKNOWN: History = { firstCommits: [], head: null };
/** Repositories whose histories are remembered. */
const MAX_KNOWN = 500;
/** Longest wait for git, milliseconds: the histories of very large repositories are unknown. */
const PATIENCE_MS = 5_000;

type Cache = Record<string, History & { readonly stamp: string }>;

/**
 * The history of a repository. Kept in `repositories.json` of the data folder, by store: as long as its configuration isn't written anew, no git
 * process is started.
 *
 * @param home the data folder; where it isn't there, nothing is kept
 */
export async function historyOf(place: RepositoryPlace, home: string | null): Promise<History> {
  if (place.isShallow) return UNKNOWN;
  const file = home === null ? null : join(home, "repositories.json");
  const known = file === null ? undefined : cacheOf(file)[place.store];
  if (known !== undefined && known.stamp === stampOf(place.store, known)) return known;
  const found = await askGit(place.store);
  if (file !== null && home !== null && isThere(home))
    keep(file, place.store, { ...found, stamp: stampOf(place.store, found) });
  return found;
}

function keep(file: string, store: string, entry: Cache[string]): void {
  const { [store]: _old, ...others } = cacheOf(file);
  const entries = [...Object.entries(others).slice(1 - MAX_KNOWN), [store, entry]];
  try {
    replaceFile(file, `${JSON.stringify(Object.fromEntries(entries))}\n`, { durable: false });
  } catch {
    // A folder that can't be written to: git is asked again the next time.
  }
}

function cacheOf(file: string): Cache {
  try {
    return JSON.parse(textOf(file) ?? "{}") as Cache;
  } catch {
    return {};
  }
}

/** Another one when a repository's configuration is written or another repository stands there; where no commit is known, when one is made. */
function stampOf(store: string, { firstCommits }: History): string {
  const config = stampOfFile(join(store, "config"));
  if (firstCommits.length > 0) return config;
  return [config, ...["HEAD", "refs/heads", "packed-refs"].map((name) => stampOfFile(join(store, name)))].join(" ");
}

function stampOfFile(path: string): string {
  const stat = statSync(path, { throwIfNoEntry: false });
  return stat === undefined ? "" : `${stat.ino}:${stat.mtimeMs}:${stat.size}`;
}

function isThere(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false }) !== undefined;
}

async function askGit(store: string): Promise<History> {
  const roots = await git(store, ["rev-list", "--max-parents=0", "HEAD", "--"]);
  const head = await git(store, ["rev-parse", "--verify", "--quiet", "HEAD^{commit}"]);
  const firstCommits = (roots ?? "").split("\n").filter((line) => /^[0-9a-f]{40,64}$/u.test(line));
  return { firstCommits: firstCommits.sort(), head: head?.trim() || null };
}

/** Whether a commit is among a repository's objects. Cost: a git process. */
export async function holdsCommit(store: string, commit: string): Promise<boolean> {
  return (await git(store, ["cat-file", "-e", `${commit}^{commit}`])) !== null;
}

/**
 * Asks git without what a repository's owner or the environment could make it do: no network, no prompt, no replaced objects, no other
 * repository.
 *
 * @returns null where it can't say
 */
function git(store: string, words: readonly string[]): Promise<string | null> {
  const environment = Object.fromEntries(Object.entries(process.env).filter(([name]) => !name.startsWith("GIT_")));
  const options = {
    cwd: store,
    timeout: PATIENCE_MS,
    maxBuffer: 1_000_000,
    env: {
      ...environment,
      GIT_NO_LAZY_FETCH: "1",
      GIT_NO_REPLACE_OBJECTS: "1",
      GIT_OPTIONAL_LOCKS: "0",
      GIT_TERMINAL_PROMPT: "0",
      GIT_ALLOW_PROTOCOL: "none",
    },
  };
  // No git, not our repository, no commit yet, too large: unknown.
  return new Promise((tell) => {
    execFile("git", [`--git-dir=${store}`, ...words], options, (error, told) => tell(error === null ? told : null));
  });
}
