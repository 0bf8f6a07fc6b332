import { existsSync, readdirSync } from "node:fs";
import { join } from "node:path";

/** Names of the projects that a data folder has, sorted. Opens and makes nothing. */
export function projectNames(home: string): readonly string[] {
  const folder = join(home, "projects");
  if (!existsSync(folder)) return [];
  return readdirSync(folder, { withFileTypes: true })
    .filter((entry) => entry.isDirectory() && existsSync(join(folder, entry.name, "catalog.sqlite")))
    .map(({ name }) => name)
    .sort();
}
