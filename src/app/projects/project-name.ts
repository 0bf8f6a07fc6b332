import { LociError } from "../../model/error.ts";
import { readdirSync, statSync } from "node:fs";
import { join } from "node:path";
import { cannotOpen } from "../../files/plain-file.ts";

/** What a project has from its first source on; each of them is enough, so that a lost one is met by whoever opens the project. */
const PARTS = ["catalog.sqlite", "catalog.json", "memory", "chats", "uploads", "sessions"];

/**
 * Names of the projects that a data folder has, sorted. Opens and makes nothing. A project whose folder may not be looked into is one of them.
 *
 * @throws LociError `STORAGE_FAILED` when the folder of projects can't be read
 */
export function projectNames(home: string): readonly string[] {
  const folder = join(home, "projects");
  if (!isThere(folder)) return [];
  try {
    return readdirSync(folder, { withFileTypes: true })
      .filter((entry) => entry.isDirectory() && PARTS.some((part) => isThere(join(folder, entry.name, part))))
      .map(({ name }) => name)
      .sort();
  } catch (thrown) {
    throw cannotOpen(folder, thrown);
  }
}

/** What may not be looked at is there: opening it tells why it can't be used. */
function isThere(path: string): boolean {
  try {
    return statSync(path, { throwIfNoEntry: false }) !== undefined;
  } catch {
    return true;
  }
}

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
