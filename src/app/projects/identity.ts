import { randomBytes } from "node:crypto";
import { readdirSync } from "node:fs";
import { join } from "node:path";
import { createPrivateFile } from "../../files/private-folder.ts";
import { sealedJson, unsealed } from "../../files/plain-file.ts";
import { replaceFile } from "../../files/write-file-atomically.ts";
import { writing } from "../../model/error.ts";
import { keptIn, type Remote, textOf } from "./repository.ts";

/** A repository, or a folder without git, that a project belongs to, with all that was seen of it. */
export interface KnownRepository {
  /** Real paths at which it stood, the main tree's first; worktrees among them. */
  readonly roots: readonly string[];
  /** The folder that its worktrees share; null without git. */
  readonly store: string | null;
  readonly borrows: readonly string[];
  /** All that were its own, the latest last. */
  readonly remotes: readonly Remote[];
  /** Commits without a parent, sorted; none where they can't be known: a shallow clone, one without commits, a machine without git. */
  readonly firstCommits: readonly string[];
  /** The commit that was checked out when it was looked at. */
  readonly head: string | null;
  /** Which folder of the disk its store is, wherever it is moved to; see `RepositoryPlace`. */
  readonly born?: string | undefined;
  /** The same of all stores that were known to be its own, where they are several: clones have their own. */
  readonly births?: readonly string[] | undefined;
}

/** Also of a repository of which nothing else is known. */
export function withoutGit(root: string): KnownRepository {
  return { roots: [root], store: null, borrows: [], remotes: [], firstCommits: [], head: null };
}

/** What a project is, whatever it is called. */
export interface ProjectIdentity {
  /** Random, the same for ever. */
  readonly id: string;
  /** What it is called, unique in its data folder. */
  readonly name: string;
  /** What it was called before; still leads to it, and is given to no other one. */
  readonly formerNames: readonly string[];
  readonly repositories: readonly KnownRepository[];
  /** Made by an older version that kept no origin, and nothing in it tells of one: it is of the first repository that has its name. */
  readonly unclaimed?: true;
  /** Made by an older version, which put several repositories of its name into it. */
  readonly mixed?: true;
  /** Neither of its two files is as it was written: it is no repository's, and is opened by the name of its folder alone. */
  readonly damaged?: true;
}

export interface StoredProject {
  /** The name of its folder, which never changes. */
  readonly key: string;
  /** Null for a project of an older version, whose name is that of its folder. */
  readonly identity: ProjectIdentity | null;
}

const FILE = "identity.json";
/** The same once more: a project whose repositories can't be read would be nobody's, or somebody else's. */
const SECOND = "identity.copy.json";
const ABOUT =
  "Whose memory this is: repositories, with the places, remotes and first commits that they had. Loci writes it.";

/** The two files of a project that say what it is. @param folder of the project, absolute */
export function identityFiles(folder: string): readonly [own: string, copy: string] {
  return [join(folder, FILE), join(folder, SECOND)];
}

/** All folders of projects, sorted. Cost: a small file each. */
export const storedProjects = (home: string): readonly StoredProject[] =>
  folders(home).map((key) => ({ key, identity: readIdentity(home, key) }));

function folders(home: string): readonly string[] {
  try {
    return readdirSync(join(home, "projects"), { withFileTypes: true })
      .filter((entry) => entry.isDirectory() && !entry.name.startsWith("."))
      .map(({ name }) => name)
      .sort();
  } catch {
    // Not there, or not to be read, which whoever opens a project is told.
    return [];
  }
}

export const nameOf = ({ key, identity }: StoredProject): string => identity?.name ?? key;

/** The folder of the project that is, or was, called so; null where there is none. */
export function keyOf(home: string, name: string): string | null {
  const own = folders(home).includes(name) ? readIdentity(home, name) : undefined;
  if (own !== undefined && (own === null || own.name === name)) return name;
  const all = storedProjects(home);
  const found =
    all.find((project) => nameOf(project) === name) ??
    all.find(({ identity }) => identity?.formerNames.includes(name) === true);
  return found?.key ?? null;
}

/** The folder of a project by its name; of one that isn't there, the one that it will have. Absolute. */
export const projectRoot = (home: string, name: string): string => join(home, "projects", keyOf(home, name) ?? name);

/** What a project is called now, by any name that it had; a name of none is given back. */
export function currentName(home: string, name: string): string {
  const key = keyOf(home, name);
  return key === null ? name : (readIdentity(home, key)?.name ?? key);
}

/** Null for a project of an older version, which has none. */
export function readIdentity(home: string, key: string): ProjectIdentity | null {
  const texts = identityFiles(join(home, "projects", key)).map(textOf);
  for (const text of texts) {
    const found = text === null ? null : identityIn(text);
    if (found !== null) return found;
  }
  const none = texts.every((text) => text === null);
  return none ? null : { id: "", name: key, formerNames: [], repositories: [], damaged: true };
}

/** Null for what isn't as it was written. */
function identityIn(text: string): ProjectIdentity | null {
  const { id, name, formerNames = [], repositories = [], unclaimed, mixed } = unsealed<ProjectIdentity>(text) ?? {};
  if (typeof id !== "string" || typeof name !== "string") return null;
  return {
    id,
    name,
    formerNames,
    repositories,
    ...(unclaimed === true && { unclaimed }),
    ...(mixed === true && { mixed }),
  };
}

/** @returns false where another process was first */
export function makeIdentity(
  home: string,
  key: string,
  made: Pick<ProjectIdentity, "repositories" | "unclaimed" | "mixed">,
): boolean {
  const text = spelt({ id: "", name: key, formerNames: [], ...made });
  const [own, copy] = identityFiles(join(home, "projects", key));
  const first = createPrivateFile(own, text);
  if (first) createPrivateFile(copy, text);
  return first;
}

/** @throws LociError `STORAGE_FAILED`, `STORAGE_FULL` with the old one intact */
export function writeIdentity(home: string, key: string, identity: ProjectIdentity): void {
  const text = spelt(identity);
  for (const file of identityFiles(join(home, "projects", key)))
    writing(file, () => replaceFile(file, text, { durable: true }));
}

/** One that has no id yet gets one. */
function spelt({ damaged: _, ...identity }: ProjectIdentity): string {
  const id = identity.id === "" ? randomBytes(12).toString("hex") : identity.id;
  return sealedJson(`${JSON.stringify({ schema: 1, about: ABOUT, ...identity, id }, null, 2)}\n`);
}

interface RecordedSource {
  readonly kind?: unknown;
  readonly root?: unknown;
}

export const sourceCount = (home: string, key: string): number => recordedSources(home, key).length;

/** Roots of the folders that a project indexes, as its record tells them. Empty where there is none, or a damaged one. */
export const sourceRoots = (home: string, key: string): readonly string[] =>
  recordedSources(home, key).flatMap(({ kind, root }) => (kind === "folder" && typeof root === "string" ? [root] : []));

function recordedSources(home: string, key: string): readonly RecordedSource[] {
  const file = join(home, "projects", key, "catalog.json");
  // Absent or damaged: whoever opens the project is told what is wrong with it.
  return keptIn<readonly RecordedSource[]>(file)["sources"] ?? [];
}
