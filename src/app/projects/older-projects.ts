import { existsSync } from "node:fs";
import { basename, join } from "node:path";
import { filesBelow } from "../../files/private-folder.ts";
import { type KnownRepository, makeIdentity, storedProjects, withoutGit } from "./identity.ts";
import { readKept } from "../../ingest/kept/kept-file.ts";
import { goneFolder, treeName } from "./own-project-name.ts";
import { keptIn, realFolder, remotesAgree, repositoryAround } from "./repository.ts";
import { sessionFolders as foldersOf } from "./session-folder.ts";

/** A folder in the records of sessions, as they spell it. */
const FOLDER = /"(?:workspace|cwd)":\s*("(?:[^"\\]|\\.)+")/gu;

/**
 * Gives an identity to each project of an older version, which was no more than a name: the repositories of the sessions that its name drew. One of
 * which nothing tells where it came from is of the first repository that has its name.
 * Cost: nothing where each has one; else the sessions of those projects are read, once.
 */
export function adoptOlder(home: string, userHome: string): void {
  for (const { key, identity } of storedProjects(home)) {
    if (identity !== null || !existsSync(join(home, "projects", key, "catalog.sqlite"))) continue;
    const own = sessionFolders(join(home, "projects", key)).flatMap((folder) => repositoryOf(folder, userHome) ?? []);
    const ofThisName = own.filter(({ roots }) => olderName(roots[0] as string) === key);
    const repositories = distinct(ofThisName);
    const unclaimed = own.length === 0 && key !== "default";
    try {
      makeIdentity(home, key, {
        repositories,
        ...(unclaimed && { unclaimed }),
        ...(repositories.length > 1 && { mixed: true }),
      });
    } catch {
      // A data folder that can't be written to stays as it is.
    }
  }
}

/** Each repository once, with all places where it stands: clones of one remote are one. */
function distinct(found: readonly KnownRepository[]): readonly KnownRepository[] {
  const all: KnownRepository[] = [];
  for (const one of found) {
    const nth = all.findIndex(
      (other) =>
        (one.store !== null && one.store === other.store) ||
        one.roots.some((root) => other.roots.includes(root)) ||
        remotesAgree(one.remotes, other.remotes),
    );
    const known = all[nth];
    if (known === undefined) all.push(one);
    else all[nth] = { ...known, roots: [...new Set([...known.roots, ...one.roots])] };
  }
  return all;
}

/** What older versions called the project of a folder. */
export const olderName = (root: string): string =>
  treeName(root)
    .normalize("NFKC")
    .toLowerCase()
    .replace(/[^\p{Ll}\p{Lo}\p{Lm}\p{N}]+/gu, "-")
    .slice(0, 64)
    .replace(/^-+|-+$/gu, "");

function repositoryOf(folder: string, userHome: string): KnownRepository | null {
  const real = realFolder(folder);
  const place = repositoryAround(real, userHome);
  if (place !== null)
    return { ...withoutGit(place.main), store: place.store, borrows: place.borrows, remotes: place.remotes };
  const gone = existsSync(folder) ? null : goneFolder(real);
  return gone === null ? null : withoutGit(gone.root);
}

/** Folders that the sessions of a project worked in: those that were mined, and those whose hooks named a transcript. */
function sessionFolders(root: string): readonly string[] {
  const found = new Set<string>();
  for (const file of filesBelow(join(root, "sessions")).filter((path) => path.endsWith(".kept")))
    for (const [, spelt] of (readKept(file)?.text ?? "").matchAll(FOLDER))
      found.add(JSON.parse(spelt as string) as string);
  for (const file of filesBelow(join(root, "recorded")).filter((path) => basename(path) === "positions"))
    for (const transcript of Object.keys(keptIn(file)))
      for (const folder of foldersOf(transcript).folders) found.add(folder);
  return [...found].sort();
}
