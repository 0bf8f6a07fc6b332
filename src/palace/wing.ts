import type { Placed } from "../model/drawer.ts";
import { slug } from "../text/slug.ts";

/** What a wing, a room and the file of either are called where nothing names them. */
export const UNNAMED = "general";

/** Everything that may say which wing a document belongs to; absent, null or empty means that nothing was said. */
export interface WingEvidence {
  /** A flag (`--wing`), or the argument of a call. */
  readonly explicit?: string | null;
  readonly frontMatter?: string | null;
  /** `palace.wing` of the configuration in the tree. */
  readonly configured?: string | null;
  /** The project's own name; see `projectName`. */
  readonly project?: string | null;
  /** Named speakers of a chat, without the assistant. */
  readonly speakers?: readonly string[];
  readonly chat?: string | null;
  /** The source's folder or name. */
  readonly source?: string | null;
}

/**
 * The wing of a document: **the** function for every surface. In this order: explicit, front matter, configuration, the project's own name, the one
 * named person of a chat, the chat's name, the source's name. The answer is a slug. Aliases are followed when it is shown (`palaceNames`).
 * @example resolveWing({ explicit: "Kai's Notes" }).value // "kais-notes"
 */
export function resolveWing(evidence: WingEvidence): Placed<string> {
  const people = [
    ...new Set(
      (evidence.speakers ?? [])
        .filter((name) => !isRole(name))
        .map((name) => slug(name))
        .filter((name) => name !== ""),
    ),
  ];
  const ways: readonly (readonly [string | null | undefined, Placed<string>["by"]])[] = [
    [evidence.explicit, "explicit"],
    [evidence.frontMatter, "front-matter"],
    [evidence.configured, "config"],
    [evidence.project, "rule"],
    [people.length === 1 ? people[0] : null, "rule"],
    [evidence.chat, "rule"],
    [evidence.source, "rule"],
  ];
  for (const [name, by] of ways) {
    const value = wingSlug(name ?? "");
    if (value !== "") return { value, by };
  }
  return { value: UNNAMED, by: "unsure" };
}

/** A wing's name as a slug, with or without the prefix `wing_` that other tools write. Empty when nothing is left. */
export const wingSlug = (name: string): string => slug(name.replace(/^\s*wing[_-](?=.)/i, ""));

const ROLES: ReadonlySet<string> = new Set(
  (
    "assistant user system tool tool-call tool-result human ai bot model developer function session summary " +
    "context environment notice unknown me you owner admin public kb"
  ).split(" "),
);

/** Whether a speaker is named by a role, or as Loci names its callers, which is no person's name. */
export const isRole = (speaker: string): boolean => ROLES.has(slug(speaker)) || /^\s*user:/iu.test(speaker);
