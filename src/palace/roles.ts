import { slug } from "../text/slug.ts";

const ROLES: ReadonlySet<string> = new Set(
  (
    "assistant user system tool tool-call tool-result human ai bot model developer function session summary " +
    "context environment notice unknown me you"
  ).split(" "),
);

/** Whether a speaker is named by a role, which is no person's name. */
export function isRole(speaker: string): boolean {
  return ROLES.has(slug(speaker));
}
