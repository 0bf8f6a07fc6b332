import { existsSync, statSync } from "node:fs";
import { join } from "node:path";
import { holdsCommit } from "./first-commits.ts";
import type { KnownRepository } from "./identity.ts";
import { type Remote, remotesAgree, remotesEqual, repositoryAround } from "./repository.ts";

/** How a repository is known to be a project's. `candidate`: it began with the same commit, and nothing else says that it is the same. */
export type Proof = "root" | "git" | "remote" | "moved" | "candidate";

/**
 * Whether a repository is one that a project knows.
 *
 * - `root`: it stands where that one stood, whatever its remotes and names became;
 * - `git`: they share a store (worktrees) or its objects;
 * - `remote`: first commit and owner/name of a remote agree; of a shallow one, which doesn't know its first commit, host and remote;
 * - `moved`: the first commit agrees, all places of that one are gone, and its last commit is here.
 *
 * What contradicts itself is a candidate at most: other first commits and another remote at the same place, or two remotes of one template.
 *
 * Cost: without a git process but where a repository may have moved, or another one took its place.
 */
export async function proofOf(now: KnownRepository, known: KnownRepository, userHome: string): Promise<Proof | null> {
  const atRoot = now.roots.some((root) => known.roots.includes(root));
  const sharesStore = now.store !== null && now.store === known.store;
  if (atRoot || sharesStore) {
    if (!(await isAnother(now, known))) return atRoot ? "root" : "git";
    return "candidate";
  }
  if (now.store === null || known.store === null) return null;
  const contradict = now.remotes.length > 0 && known.remotes.length > 0 && !remotesAgree(now.remotes, known.remotes);
  if (!contradict && (now.borrows.includes(known.store) || known.borrows.includes(now.store))) return "git";
  if (!shares(now, known)) {
    const isShort = now.firstCommits.length === 0 || known.firstCommits.length === 0;
    return isShort && remotesEqual(now.remotes, remotesNow(known, userHome)) ? "remote" : null;
  }
  if (remotesAgree(now.remotes, remotesNow(known, userHome))) return "remote";
  if (!contradict && standing(known).length === 0 && (await holdsHead(now, known))) return "moved";
  return "candidate";
}

function shares(now: KnownRepository, known: KnownRepository): boolean {
  return now.firstCommits.some((commit) => known.firstCommits.includes(commit));
}

/** Whether another repository stands where a known one stood. */
async function isAnother(now: KnownRepository, known: KnownRepository): Promise<boolean> {
  if (known.store === null || now.store === null || known.firstCommits.length === 0) return false;
  if (shares(now, known) || remotesAgree(now.remotes, known.remotes)) return contradictsAt(now, known);
  if (now.firstCommits.length === 0 && (now.remotes.length === 0 || known.remotes.length === 0)) return false;
  return !(await holdsHead(now, known));
}

/** Two clones of one template, one after the other in one place: another remote, and the work of the first isn't here. */
async function contradictsAt(now: KnownRepository, known: KnownRepository): Promise<boolean> {
  if (now.remotes.length === 0 || known.remotes.length === 0 || remotesAgree(now.remotes, known.remotes)) return false;
  return !(await holdsHead(now, known));
}

async function holdsHead({ store }: KnownRepository, { head }: KnownRepository): Promise<boolean> {
  return head === null || (store !== null && (await holdsCommit(store, head)));
}

/** The places at which a repository still stands. A worktree that leads to a store which is gone is none: what it was of has moved. */
function standing({ roots, store }: KnownRepository): readonly string[] {
  const isLost = store !== null && !existsSync(store);
  return roots.filter((root) => existsSync(root) && !(isLost && isFile(join(root, ".git"))));
}

const isFile = (path: string): boolean => statSync(path, { throwIfNoEntry: false })?.isFile() === true;

/**
 * The remotes that a known repository has: as long as it stands somewhere, those that it has there. One that it gave up, a template's for
 * example, would else join all that came from there.
 */
function remotesNow(known: KnownRepository, userHome: string): readonly Remote[] {
  const places = standing(known);
  if (places.length === 0) return known.remotes;
  return places.flatMap((root) => repositoryAround(root, userHome)?.remotes ?? []);
}
