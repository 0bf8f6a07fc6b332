import { execFile } from "node:child_process";
import { existsSync } from "node:fs";
import { join } from "node:path";
import { replaceFile } from "../../files/write-file-atomically.ts";
import type { KnownRepository } from "./identity.ts";
import {
  type FolderSurroundings,
  type RepositoryPlace,
  keptIn,
  look,
  realFolder,
  remotesAgree,
  remotesEqual,
  repositoryAround,
} from "./repository.ts";

/** How a repository is known to be a project's. `candidate`: it began with the same commit or stands there, and nothing else says it is the same. */
export type Proof = "root" | "git" | "remote" | "moved" | "candidate";

/**
 * Whether a repository is one that a project knows.
 *
 * - `root`: it stands where that one stood, whatever its remotes and names became;
 * - `git`: they share a store (worktrees, and one that was moved: the same folder of the disk) or its objects;
 * - `remote`: first commit, host and owner/name of a remote agree; of a shallow one, which doesn't know its first commit, host and remote;
 * - `moved`: the first commit agrees, that one had no remote and stands at none of its places any more, its last commit is here, and this isn't
 *   known to be another folder of the disk: copies and other clones of a template have the commits too.
 *
 * What contradicts itself is a candidate at most: other first commits and another remote at the same place, or two remotes of one template.
 * Cost: without a git process but where a repository may have moved, or another one took its place.
 */
export async function proofOf(
  now: KnownRepository,
  known: KnownRepository,
  where: FolderSurroundings,
): Promise<Proof | null> {
  const atRoot = now.roots.some((root) => known.roots.includes(root));
  const sharesStore = now.store !== null && now.store === known.store;
  if (atRoot || sharesStore) {
    if (!(await isAnother(now, known))) return atRoot ? "root" : "git";
    return "candidate";
  }
  if (now.store === null || known.store === null) return null;
  if (
    !contradict(now, known) &&
    shares(now, known) &&
    (now.borrows.includes(known.store) || known.borrows.includes(now.store))
  )
    return "git";
  // The same folder of the disk, whose history was begun anew.
  const isSame = now.born !== undefined && birthsOf(known).includes(now.born);
  const isShort = isSame || now.firstCommits.length === 0 || known.firstCommits.length === 0;
  if (!shares(now, known) && !isShort) return null;
  const places = await standing(known, where);
  // Those that it has where it stands: one that it gave up, a template's for example, would else join all that came from there.
  const remotes = places.length === 0 ? known.remotes : places.flatMap((place) => place.remotes);
  if (isSame && places.length === 0 && !contradict(now, known)) return "git";
  if (remotesEqual(now.remotes, remotes)) return "remote";
  if (!shares(now, known)) return null;
  const isMoved = places.length === 0 && (await holdsHead(now, known));
  if (isMoved && isSame) return "git";
  return isMoved && known.remotes.length === 0 && !wasMadeAnew(now, known) ? "moved" : "candidate";
}

/** Whether a folder is in a repository: in its store's, or below one of its roots, unless another repository lies between. */
export function isOf({ store, roots }: KnownRepository, folder: string, userHome: string): boolean {
  const real = realFolder(folder);
  const place = repositoryAround(real, userHome);
  const isBetween = (root: string): boolean => place !== null && place.tree.length > root.length;
  return place?.store === store || roots.some((root) => `${real}/`.startsWith(`${root}/`) && !isBetween(root));
}

/** Whether they began with the same commit. */
export const shares = (now: KnownRepository, known: KnownRepository): boolean =>
  now.firstCommits.some((commit) => known.firstCommits.includes(commit));

/**
 * Whether another repository stands where a known one stood: under a remote of its own it holds the last commit of a known one that was deleted as well
 * as one whose remote was changed does; what tells them apart is which folder of the disk it is.
 */
async function isAnother(now: KnownRepository, known: KnownRepository): Promise<boolean> {
  if (known.store === null || now.store === null || known.firstCommits.length === 0) return false;
  if (shares(now, known) || remotesAgree(now.remotes, known.remotes))
    return contradict(now, known) && (wasMadeAnew(now, known) || !(await holdsHead(now, known)));
  if (now.firstCommits.length === 0 && (now.remotes.length === 0 || known.remotes.length === 0)) return false;
  return !(await holdsHead(now, known));
}

/** Both have a remote, and none in common: two clones of one template, one after the other in one place, where the work of the first isn't here. */
const contradict = (now: KnownRepository, known: KnownRepository): boolean =>
  now.remotes.length > 0 && known.remotes.length > 0 && !remotesAgree(now.remotes, known.remotes);

/** Devices are counted anew where a machine starts. */
function wasMadeAnew({ born: now }: KnownRepository, known: KnownRepository): boolean {
  const withoutDevice = (born: string): string => born.slice(born.indexOf(":"));
  const births = birthsOf(known).map(withoutDevice);
  return now !== undefined && births.length > 0 && !births.includes(withoutDevice(now));
}

export function birthsOf({ born, births = [] }: KnownRepository): readonly string[] {
  return [...new Set([...births, ...(born === undefined ? [] : [born])])];
}

const holdsHead = async ({ store }: KnownRepository, { head }: KnownRepository): Promise<boolean> =>
  head === null || (store !== null && (await holdsCommit(store, head)));

/** Where a repository still stands. A place that is gone, or that holds no repository or another one by now, isn't among them. */
async function standing(
  known: KnownRepository,
  { home, userHome }: FolderSurroundings,
): Promise<readonly RepositoryPlace[]> {
  const places: RepositoryPlace[] = [];
  for (const root of known.roots) {
    const place = repositoryAround(root, userHome);
    if (place !== null && place.tree === root && !(await isAnother(await repositoryAt(place, home), known)))
      places.push(place);
  }
  return places;
}

/** What a project's identity would know of a repository as it is now. */
export async function repositoryAt(place: RepositoryPlace, home: string): Promise<KnownRepository> {
  const { main, tree, store, borrows, remotes, born } = place;
  return { roots: [...new Set([main, tree])], store, borrows, remotes, born, ...(await historyOf(place, home)) };
}

/** What only git itself can say of a repository. */
type History = Pick<KnownRepository, "firstCommits" | "head">;

const UNKNOWN: History = { firstCommits: [], head: null };
const MAX_KNOWN = 500;
/** Longest wait for git, milliseconds: the histories of very large repositories are unknown. */
const PATIENCE_MS = 5_000;

type Cache = Record<string, History & { readonly stamp: string }>;

/**
 * The history of a repository. Kept in `repositories.json` of the data folder, by store: as long as its configuration isn't written anew, no git
 * process is started.
 * @param home the data folder; where it isn't there, nothing is kept
 */
async function historyOf(place: RepositoryPlace, home: string): Promise<History> {
  if (place.isShallow) return UNKNOWN;
  const file = join(home, "repositories.json");
  const known = keptIn<Cache[string]>(file)[place.store];
  if (known !== undefined && known.stamp === stampOf(place.store, known)) return known;
  const found = await askGit(place.store);
  if (existsSync(home)) keep(file, place.store, { ...found, stamp: stampOf(place.store, found) });
  return found;
}

function keep(file: string, store: string, entry: Cache[string]): void {
  const { [store]: _old, ...others } = keptIn<Cache[string]>(file);
  const entries = [...Object.entries(others).slice(1 - MAX_KNOWN), [store, entry]];
  try {
    replaceFile(file, `${JSON.stringify(Object.fromEntries(entries))}\n`, { durable: false });
  } catch {
    // A folder that can't be written to: git is asked again the next time.
  }
}

/** Another one when a repository's configuration is written or another repository stands there; where no commit is known, when one is made. */
function stampOf(store: string, { firstCommits }: History): string {
  const config = stampOfFile(join(store, "config"));
  if (firstCommits.length > 0) return config;
  return [config, ...["HEAD", "refs/heads", "packed-refs"].map((name) => stampOfFile(join(store, name)))].join(" ");
}

function stampOfFile(path: string): string {
  const stat = look(path);
  return stat === undefined ? "" : `${stat.ino}:${stat.mtimeMs}:${stat.size}`;
}

async function askGit(store: string): Promise<History> {
  const roots = await git(store, ["rev-list", "--max-parents=0", "HEAD", "--"]);
  const head = await git(store, ["rev-parse", "--verify", "--quiet", "HEAD^{commit}"]);
  const firstCommits = (roots ?? "").split("\n").filter((line) => /^[0-9a-f]{40,64}$/u.test(line));
  return { firstCommits: firstCommits.sort(), head: head?.trim() || null };
}

/** Whether a commit is among a repository's objects. Cost: a git process. */
const holdsCommit = async (store: string, commit: string): Promise<boolean> =>
  (await git(store, ["cat-file", "-e", `${commit}^{commit}`])) !== null;

/**
 * Asks git without what a repository's owner or the environment could make it do: no network, no prompt, no replaced objects, no other
 * repository.
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
