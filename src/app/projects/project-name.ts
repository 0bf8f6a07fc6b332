import { LociError } from "../../model/error.ts";
import { readdirSync, statSync } from "node:fs";
import { join } from "node:path";
import { nameOf, readIdentity } from "./identity.ts";
import { cannotOpen } from "../../files/plain-file.ts";

/** The project of folders that belong to none. */
export const FALLBACK_PROJECT = "default";

/** What a project has from its first source on; each of them is enough, so that a lost one is met by whoever opens the project. */
const PARTS = ["identity.json", "catalog.sqlite", "catalog.json", "memory", "chats", "uploads", "sessions"];

/** Names of the projects that a data folder has, sorted; see `projectKeys`. */
export const projectNames = (home: string): readonly string[] =>
  projectKeys(home)
    .map((key) => nameOf({ key, identity: readIdentity(home, key) }))
    .sort();

/**
 * Folders of the projects that a data folder has, sorted. Opens and makes nothing. A project whose folder may not be looked into is one of them.
 * @throws LociError `STORAGE_FAILED` when the folder of projects can't be read
 */
function projectKeys(home: string): readonly string[] {
  const folder = join(home, "projects");
  if (!isThere(folder)) return [];
  try {
    return readdirSync(folder, { withFileTypes: true })
      .filter(
        (entry) =>
          entry.isDirectory() &&
          !entry.name.startsWith(".") &&
          PARTS.some((part) => isThere(join(folder, entry.name, part))),
      )
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
 * @throws LociError `PROJECT_INVALID`
 */
export function parseProjectName(text: string): string {
  // Who calls from JavaScript may give anything.
  const name = typeof text === "string" ? text.normalize("NFC") : "";
  if (name.length <= LONGEST && PROJECT_NAME.test(name)) return name;
  throw new LociError(
    "PROJECT_INVALID",
    `${typeof text === "string" ? `'${text.slice(0, 80)}'` : "what was given"} is not a project's name`,
    { hint: `use up to ${LONGEST} lower-case letters and digits, joined by hyphens, for example 'my-notes'` },
  );
}

/** How signs are spelt in a name, so that `C++` and `C#` are two. */
const SIGNS: ReadonlyMap<string, string> = new Map([
  ["+", "-plus"],
  ["#", "-sharp"],
  ["&", "-and-"],
  ["@", "-at-"],
]);

/**
 * A project's name made from any text, for example a folder's name; null when nothing usable is in it. Names that differ by more than case and
 * punctuation stay different.
 * @example projectNameFrom("C++") // "c-plus-plus"; "C#" is "c-sharp", "my_app" stays as it is
 */
export function projectNameFrom(text: string): string | null {
  const name = [
    ...text
      .normalize("NFKC")
      .toLowerCase()
      .replace(/[\u{fe0f}\u{200d}]/gu, ""),
  ]
    .map((sign) => SIGNS.get(sign) ?? (/\p{S}/u.test(sign) ? `-u${sign.codePointAt(0)?.toString(16)}-` : sign))
    .join("")
    .replace(/[^\p{Ll}\p{Lo}\p{Lm}\p{N}._]+/gu, "-")
    .replace(/([-._])[-._]+/gu, "$1");
  const trimmed = name
    .replace(/^[-._]+/u, "")
    .slice(0, LONGEST)
    .replace(/[-._]+$/u, "");
  return PROJECT_NAME.test(trimmed) ? trimmed : null;
}

/**
 * A name that no project has, from the best one: with its owner behind it, else with a number.
 * @param taken every name that is, or was, a project's
 * @example freeName("web", "birch", new Set(["web"])) // "web-birch"
 */
export function freeName(wanted: string, owner: string | null, taken: ReadonlySet<string>): string {
  const behind = (more: string): string =>
    `${wanted.slice(0, LONGEST - 1 - more.length).replace(/[-._]+$/u, "")}-${more}`;
  const whose =
    owner === null
      ? null
      : projectNameFrom(owner)
          ?.slice(0, LONGEST / 2)
          .replace(/[-._]+$/u, "");
  const best = [wanted, ...(whose === null || whose === undefined ? [] : [behind(whose)])];
  for (const name of best) if (!taken.has(name)) return name;
  for (let nth = 2; ; nth++) if (!taken.has(behind(String(nth)))) return behind(String(nth));
}
