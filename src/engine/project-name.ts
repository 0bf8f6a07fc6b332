import { LociError } from "../model/error.ts";

/** Lower-case letters and digits of any script, joined by single hyphens, dots or underscores: no path can be made of it. */
const PROJECT_NAME = /^[\p{Ll}\p{Lo}\p{Lm}\p{N}]+(?:[-._][\p{Ll}\p{Lo}\p{Lm}\p{N}]+)*$/u;
const LONGEST = 64;

/**
 * Checks a project's name, which is also its folder's.
 *
 * @throws LociError `PROJECT_INVALID`
 */
export function parseProjectName(text: string): string {
  // Who calls from JavaScript may give anything.
  const name = typeof text === "string" ? text.normalize("NFC") : "";
  if (name.length <= LONGEST && PROJECT_NAME.test(name)) return name;
  throw new LociError(
    "PROJECT_INVALID",
    `${typeof text === "string" ? `'${text.slice(0, 80)}'` : "what was given"} is not a project's name`,
    {
      hint: `use up to ${LONGEST} lower-case letters and digits, joined by hyphens, for example 'my-notes'`,
    },
  );
}

/** A project's name made from any text, for example a folder's name; null when nothing usable is in it. */
export function projectNameFrom(text: string): string | null {
  const name = text
    .normalize("NFKC")
    .toLowerCase()
    .replace(/[^\p{Ll}\p{Lo}\p{Lm}\p{N}]+/gu, "-")
    .slice(0, LONGEST)
    .replace(/^-+|-+$/g, "");
  return PROJECT_NAME.test(name) ? name : null;
}
