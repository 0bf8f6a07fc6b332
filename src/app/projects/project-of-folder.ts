import { existsSync } from "node:fs";
import { basename, dirname, isAbsolute, join } from "node:path";
import { LociError } from "../../model/error.ts";
import { example, hintOf, step } from "../../model/next-step.ts";
import type { Note } from "../../model/note.ts";
import { birthsOf, type Proof, proofOf, repositoryAt, shares } from "./same-repository.ts";
import {
  type KnownRepository,
  type StoredProject,
  keyOf,
  makeIdentity,
  nameOf,
  readIdentity,
  sourceCount,
  sourceRoots,
  storedProjects,
  withoutGit,
  writeIdentity,
} from "./identity.ts";
import { requireKey } from "./manage-projects.ts";
import { goneFolder, manifestRoot, treeName } from "./own-project-name.ts";
import { FALLBACK_PROJECT, freeName, projectNameFrom, projectNames } from "./project-name.ts";
import { type FolderSurroundings, type RepositoryPlace, realFolder, repositoryAround } from "./repository.ts";

export interface FolderProject {
  /** What it is called, or will be. */
  readonly name: string;
  /** Whether it is there. */
  readonly known: boolean;
  /** Projects whose repositories began with the same commit, or stood here; nothing else says that they are this one, so nothing of them is read. */
  readonly candidates: readonly string[];
  /** Whether candidates only index parts of the folder, where its own project indexes nothing. */
  readonly holdParts?: boolean;
  /** Whether it is another repository, at the place of a candidate's. */
  readonly replaces?: boolean;
  /** What the project's identity is to know of the folder; null where it needs nothing. */
  readonly repository: KnownRepository | null;
}

/**
 * The project that a folder belongs to, the one rule for every surface: that of the innermost recorded root around it (a repository's, or an
 * indexed source's), unless a git repository lies between; then that of the repository (`proofOf`). Without git and roots, the nearest folder with a
 * manifest, by its real path; else that which was named as it would be, and indexes parts of it alone. Without any, `default`. What was learnt of a known
 * repository (a new remote, a new place) is kept in its identity.
 * @param folder absolute; of one that is gone, or stood on another machine, the path is judged
 * @example await projectOfFolder("/home/me/code/driftwood/docs", { home: "/home/me/.loci", userHome: "/home/me" })
 * Cost: some file look-ups a level and a small file a project; a git process the first time that a repository is met.
 */
export async function projectOfFolder(folder: string, where: FolderSurroundings): Promise<FolderProject> {
  const { home, userHome } = where;
  const real = isAbsolute(folder) ? realFolder(folder) : folder;
  const stored = await identified(where);
  const place = isAbsolute(folder) ? repositoryAround(real, userHome) : null;
  const around = innermostRoot(real, home, stored);
  if (around !== null && (place === null || around.root.length > place.tree.length)) return known(around.project);
  if (place !== null) return await ofRepository(place, where, stored);
  const root = isAbsolute(folder) ? manifestRoot(real, userHome) : null;
  if (root !== null)
    return unknown(withoutGit(root), { text: treeName(root), owner: basename(dirname(root)) }, { where, stored });
  return await ofNone({ folder, real }, where, stored);
}

/** The folder whose project a hook is of: the user's own where it names one that isn't there, and that no project knows. */
export async function folderOfHook(folder: string, where: FolderSurroundings): Promise<string> {
  const isOne = existsSync(folder) || (!folder.includes("\0") && (await projectOfFolder(folder, where)).known);
  return isOne ? folder : where.userHome;
}

/** Processes that may be first, one after the other, before something else is wrong. */
const MAX_TRIES = 20;

/** The same, and the project is made where it isn't there: of two processes that ask for one name, the second gets another. */
export async function claimProjectOf(folder: string, where: FolderSurroundings): Promise<FolderProject> {
  for (let tries = 0; tries < MAX_TRIES; tries++) {
    const found = await projectOfFolder(folder, where);
    if (found.known || found.repository === null) return found;
    const free = !existsSync(join(where.home, "projects", found.name));
    if (free && makeIdentity(where.home, found.name, { repositories: [found.repository] }))
      return { ...found, known: true };
  }
  throw new LociError("STORAGE_FAILED", `no project can be made in '${join(where.home, "projects")}'`, {
    hint: step`look at what stands there; ${example("doctor")} checks it`,
  });
}

/**
 * Makes a folder's repository a project's, because its owner says so.
 * @returns the project that the folder has already, which is to be merged then; null where it has none
 * @throws LociError `PROJECT_NOT_FOUND`, `USAGE` for a folder that belongs to no repository
 */
export async function joinFolder(folder: string, project: string, where: FolderSurroundings): Promise<string | null> {
  const found = await projectOfFolder(folder, where);
  if (found.known) return found.name;
  const key = requireKey(where.home, project);
  const identity = readIdentity(where.home, key);
  if (found.repository === null || identity === null)
    throw new LociError("USAGE", "this folder belongs to no repository", {
      hint: step`name two projects: ${example("projects merge", "PROJECT OTHER")}`,
    });
  writeIdentity(where.home, key, { ...identity, repositories: [...identity.repositories, found.repository] });
  return null;
}

function known(project: StoredProject): FolderProject {
  return { name: nameOf(project), known: true, candidates: [], repository: null };
}

function unknown(
  repository: KnownRepository,
  { text, owner }: { readonly text: string; readonly owner: string | null },
  {
    where,
    stored,
    candidates = [],
    ...like
  }: { readonly where: FolderSurroundings; readonly stored: readonly StoredProject[] } & Partial<
    Pick<FolderProject, "candidates" | "replaces">
  >,
): FolderProject {
  const wanted = projectNameFrom(text) ?? "project";
  const parts = indexing(repository.roots, where, stored);
  const named = parts.find((project) => nameOf(project) === wanted);
  if (named !== undefined) return claimOlder(where.home, named, repository);
  const taken = new Set(
    stored.flatMap(({ key, identity }) => [key, ...(identity?.formerNames ?? []), identity?.name ?? key]),
  );
  return {
    name: freeName(wanted, owner, taken.add(FALLBACK_PROJECT)),
    known: false,
    ...(candidates.length > 0 ? { candidates } : { candidates, ...holding(parts) }),
    ...like,
    repository,
  };
}

/** Projects of no repository that index parts of one, and nothing else. */
const indexing = (
  roots: readonly string[],
  { home, userHome }: FolderSurroundings,
  stored: readonly StoredProject[],
): readonly StoredProject[] =>
  stored.filter(({ key, identity }) => {
    const indexed = sourceRoots(home, key).map(realFolder);
    const isPart = (folder: string): boolean =>
      roots.some((root) => isAround(root, folder)) &&
      roots.includes(repositoryAround(folder, userHome)?.tree ?? (roots[0] as string));
    const isFree = identity?.repositories.length === 0 && identity.damaged !== true;
    return isFree && indexed.length > 0 && indexed.every(isPart);
  });

const holding = (parts: readonly StoredProject[]): Partial<FolderProject> =>
  parts.length === 0 ? {} : { candidates: parts.map(nameOf), holdParts: true };

interface Around {
  readonly root: string;
  readonly project: StoredProject;
}

/** The innermost recorded root around a folder; of one root that several have, the project that it is the identity of. */
function innermostRoot(folder: string, home: string, stored: readonly StoredProject[]): Around | null {
  let best: (Around & { readonly own: boolean }) | null = null;
  for (const project of stored) {
    const own = (project.identity?.repositories ?? []).flatMap(({ roots }) => roots);
    for (const root of [...own, ...sourceRoots(home, project.key)]) {
      if (!isAround(root, folder)) continue;
      const longer = root.length - (best?.root.length ?? 0);
      if (longer > 0 || (longer === 0 && !best?.own && own.includes(root)))
        best = { root, project, own: own.includes(root) };
    }
  }
  return best;
}

/** By spelling, also of paths of another system. */
function isAround(root: string, folder: string): boolean {
  if (!folder.startsWith(root)) return false;
  return folder.length === root.length || /[\\/]$/u.test(root) || /^[\\/]/u.test(folder.slice(root.length));
}

const ORDER: readonly Proof[] = ["root", "git", "remote", "moved"];

async function ofRepository(
  place: RepositoryPlace,
  where: FolderSurroundings,
  stored: readonly StoredProject[],
): Promise<FolderProject> {
  const now = await repositoryAt(place, where.home);
  const candidates: string[] = [];
  let replaces = false;
  const moved = new Set<string>();
  let best: { readonly project: StoredProject; readonly nth: number; readonly proof: Proof } | null = null;
  for (const project of stored) {
    for (const [nth, one] of (project.identity?.repositories ?? []).entries()) {
      const proof = await proofOf(now, one, where);
      if (proof === "moved") moved.add(nameOf(project));
      if (proof === "candidate") {
        candidates.push(nameOf(project));
        replaces ||= !shares(now, one);
      } else if (proof !== null && (best === null || ORDER.indexOf(proof) < ORDER.indexOf(best.proof)))
        best = { project, nth, proof };
    }
  }
  // It can't be each of several that are gone.
  if (best?.proof === "moved" && moved.size > 1) candidates.push(...moved);
  else if (best !== null) {
    learn(where.home, best, now);
    const isFilled = sourceRoots(where.home, best.project.key).length > 0;
    return { ...known(best.project), ...(!isFilled && holding(indexing(now.roots, where, stored))) };
  }
  const text = place.remotes[0]?.path.split("/") ?? [];
  const name = treeName(place.main);
  const unclaimed = await unclaimedOf(place.main, stored);
  if (unclaimed !== undefined) return claimOlder(where.home, unclaimed, now);
  const indexed = stored.find(
    ({ key, identity }) =>
      !identity?.repositories.some(({ roots }) => roots.includes(place.main)) &&
      sourceRoots(where.home, key).some((root) => root === place.tree || root === place.main),
  );
  if (indexed !== undefined) return known(indexed);
  return unknown(
    now,
    { text: name, owner: text.at(-2) ?? basename(dirname(place.main)) },
    { where, stored, candidates: [...new Set(candidates)].sort(), ...(replaces && { replaces }) },
  );
}

/** The projects of a data folder, those of an older version with an identity, which they get here. */
async function identified({ home, userHome }: FolderSurroundings): Promise<readonly StoredProject[]> {
  const stored = storedProjects(home);
  if (stored.every(({ identity }) => identity !== null)) return stored;
  (await import("./older-projects.ts")).adoptOlder(home, userHome);
  return storedProjects(home);
}

/** The project of an older version of which nothing tells where it came from, and that is called as it called this repository. */
async function unclaimedOf(root: string, stored: readonly StoredProject[]): Promise<StoredProject | undefined> {
  const unclaimed = stored.filter(({ identity }) => identity?.unclaimed === true);
  if (unclaimed.length === 0) return undefined;
  const { olderName } = await import("./older-projects.ts");
  return unclaimed.find(({ key }) => key === olderName(root));
}

function claimOlder(home: string, project: StoredProject, now: KnownRepository): FolderProject {
  if (project.identity !== null) {
    const { unclaimed: _, ...identity } = project.identity;
    writeIdentity(home, project.key, { ...identity, repositories: [...identity.repositories, now] });
  }
  return known(project);
}

/** Keeps what a known repository became. A data folder that can't be written to learns nothing, which the next resolution makes good. */
function learn(
  home: string,
  { project: { key }, nth }: { readonly project: StoredProject; readonly nth: number },
  now: KnownRepository,
): void {
  const identity = readIdentity(home, key);
  const before = identity?.repositories[nth];
  if (identity === null || before === undefined) return;
  const remotes = new Map(
    [...before.remotes, ...now.remotes].map((remote) => [`${remote.host}/${remote.path}`, remote]),
  );
  const births = [...new Set([...birthsOf(before), ...birthsOf(now)])];
  const after: KnownRepository = {
    ...before,
    roots: [...new Set([...before.roots, ...now.roots])],
    store: now.store ?? before.store,
    borrows: now.borrows,
    remotes: [...remotes.values()],
    firstCommits: [...new Set([...before.firstCommits, ...now.firstCommits])].sort(),
    head: before.head ?? now.head,
    born: now.born ?? before.born,
    ...(births.length > 1 && { births }),
  };
  if (JSON.stringify(after) === JSON.stringify({ ...after, born: undefined, ...before })) return;
  try {
    writeIdentity(home, key, { ...identity, repositories: identity.repositories.with(nth, after) });
  } catch {
    // Read-only, or full: answers don't depend on it.
  }
}

/** A folder without git, manifest and recorded root: none's where it is there; else what its path says. */
async function ofNone(
  { folder, real }: { readonly folder: string; readonly real: string },
  where: FolderSurroundings,
  stored: readonly StoredProject[],
): Promise<FolderProject> {
  const none = {
    name: FALLBACK_PROJECT,
    known: stored.some(({ key }) => key === FALLBACK_PROJECT),
    candidates: [],
    repository: null,
  };
  if (isAbsolute(folder) && (existsSync(folder) || real === realFolder(where.userHome))) return none;
  const gone = goneFolder(real);
  if (gone === null) return none;
  if (gone.root !== real && existsSync(gone.root)) return await projectOfFolder(gone.root, where);
  const around = innermostRoot(gone.root, where.home, stored);
  return around === null
    ? unknown(
        withoutGit(gone.root),
        { text: gone.name, owner: /([^\\/]+)[\\/]+[^\\/]+[\\/]*$/u.exec(gone.root)?.[1] ?? null },
        { where, stored },
      )
    : known(around.project);
}

/** Names that are told; more are counted. */
const NAMED = 8;

/** Projects of a data folder that hold something, beside one of them; for the owner only. Cost: a small file a project. */
export const otherProjects = (home: string, project: string): readonly string[] =>
  projectNames(home).filter((name) => name !== project && sourceCount(home, keyOf(home, name) ?? name) > 0);

/** What the owner should know of a folder that may be a known project's, where nothing but the first commit says so. */
export function candidateNote({ candidates, replaces, holdParts }: FolderProject): readonly Note[] {
  if (candidates.length === 0) return [];
  const others = candidates.slice(0, NAMED).map((one) => `'${one}'`);
  return [
    {
      code: "PROJECT_CANDIDATE",
      message:
        holdParts === true
          ? `parts of this folder are in ${others.join(", ")}, another project, so nothing of it is read here`
          : replaces === true
            ? `another repository stood here, that of ${others.join(", ")}; this one began with another commit, so nothing of it is read here`
            : `this repository began with the same commit as ${others.join(", ")}; nothing else says that it is the same, so nothing of it is read here`,
      ...hintOf(step`if they are one: ${example("projects merge", candidates[0] as string)}`),
    },
  ];
}

/** What is said of a project that holds nothing, where others hold something; for the owner only. @param to a model is told no name that nobody gave */
export function emptyProjectNote(home: string, project: string, to: "person" | "model"): readonly Note[] {
  const others = otherProjects(home, project);
  const more = others.length > NAMED ? ` and ${others.length - NAMED} more` : "";
  const hold = others.length === 1 ? "1 other project holds" : `${others.length} other projects hold`;
  const fill = example("index", "FOLDER --scope kb");
  const [name, named, hint] =
    to === "model"
      ? ["this project", "", step`${example("projects")} names them at the terminal, ${fill} fills this one`]
      : [
          `the project '${project}'`,
          `: ${others.slice(0, NAMED).join(", ")}${more}`,
          step`name one with --project, or fill this one: ${fill}`,
        ];
  const message = `${name} holds nothing yet; ${hold} passages${named}`;
  return others.length === 0 ? [] : [{ code: "PROJECT_EMPTY", message, ...hintOf(hint) }];
}
