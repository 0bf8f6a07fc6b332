import { readdirSync, statSync } from "node:fs";
import { join } from "node:path";
import { cannotOpen } from "../files/plain-file.ts";

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
