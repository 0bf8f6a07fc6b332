import { LociError } from "../../model/error.ts";
import { nearOrListed, operation, step } from "../../model/next-step.ts";
import type { KnownRepository } from "./identity.ts";
import { recordHomeAudit } from "../audit.ts";
import { keyOf, nameOf, readIdentity, storedProjects, writeIdentity, sourceCount } from "./identity.ts";
import { FALLBACK_PROJECT, parseProjectName, projectNames } from "./project-name.ts";

export interface ListedProject {
  readonly name: string;
  /** What it was called before; each still leads to it. */
  readonly formerNames: readonly string[];
  /** The same for ever; null for one of an older version that was never asked for since. */
  readonly id: string | null;
  readonly sources: number;
  readonly repositories: readonly Pick<KnownRepository, "roots" | "remotes" | "firstCommits">[];
}

/** The projects of a data folder, sorted by name. Cost: two small files each. */
export function listProjects(home: string): readonly ListedProject[] {
  const there = new Set(projectNames(home));
  return storedProjects(home)
    .map((project) => ({
      name: nameOf(project),
      formerNames: project.identity?.formerNames ?? [],
      id: project.identity?.id ?? null,
      sources: sourceCount(home, project.key),
      repositories: (project.identity?.repositories ?? []).map(({ roots, remotes, firstCommits }) => ({
        roots,
        remotes,
        firstCommits,
      })),
    }))
    .filter(({ name }) => there.has(name))
    .sort((a, b) => (a.name < b.name ? -1 : 1));
}

/**
 * Gives a project another name. Nothing else changes: its folder, ids, history and provenance stay, and the old name leads to it as before, so
 * tokens, hooks and scripts that name it go on.
 * @throws LociError `PROJECT_NOT_FOUND`, `PROJECT_INVALID`, `USAGE` for a name that is, or was, another project's
 * Cost: one small file, written in one step.
 */
export function renameProject(home: string, from: string, to: string): ListedProject {
  const key = requireKey(home, from);
  const name = parseProjectName(to);
  // What stands in no repository reads that one: a repository's memory would be shown everywhere.
  if (name === FALLBACK_PROJECT && key !== keyOf(home, FALLBACK_PROJECT))
    throw new LociError("USAGE", `'${name}' is the project of whatever belongs to none`, { hint: "take another name" });
  const other = keyOf(home, name);
  if (other !== null && other !== key)
    throw new LociError("USAGE", `the name '${name}' is, or was, another project's`, { hint: "take another name" });
  const identity = readIdentity(home, key);
  if (identity === null)
    throw new LociError("STORAGE_FAILED", `the project '${from}' has no identity that can be read`, {
      hint: step`${operation("doctor")} says what is wrong with it`,
    });
  const formerNames = [...new Set([...identity.formerNames, identity.name])].filter((one) => one !== name);
  writeIdentity(home, key, { ...identity, name, formerNames });
  recordHomeAudit(home, { action: "project.rename", object: key });
  return listProjects(home).find((one) => one.name === name) as ListedProject;
}

/** @throws LociError `PROJECT_INVALID`, `PROJECT_NOT_FOUND` */
export function requireKey(home: string, name: string): string {
  const key = keyOf(home, parseProjectName(name));
  if (key !== null) return key;
  const known = projectNames(home);
  throw new LociError("PROJECT_NOT_FOUND", `there is no project '${name}'`, {
    hint: nearOrListed(
      name,
      known.map((one) => ({ name: one })),
      "projects",
    ),
    details: { known },
  });
}
