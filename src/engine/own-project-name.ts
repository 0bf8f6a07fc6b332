import { existsSync, readFileSync, statSync } from "node:fs";
import { basename, dirname, join, resolve } from "node:path";
import { type ProjectFiles, projectName } from "../palace/project-name.ts";

/** What names a project, by the field of `ProjectFiles`. */
const NAMING: Readonly<Record<keyof ProjectFiles, string>> = {
  gitConfig: ".git/config",
  packageJson: "package.json",
  pyproject: "pyproject.toml",
  cargo: "Cargo.toml",
  goMod: "go.mod",
};

/**
 * The own name of the project that a folder belongs to: walks up to the first folder that is a git repository or holds a manifest;
 * its git remote's or manifest's name, else the folder's. Null outside of all.
 *
 * @param folder absolute
 * @param userHome neither it nor anything above makes a project
 * Cost: some file look-ups a level.
 */
export function ownProjectName(folder: string, userHome: string): string | null {
  const top = resolve(userHome);
  for (let current = resolve(folder), below = ""; current !== below && current !== top; below = current, current = dirname(current)) {
    const files = Object.fromEntries(Object.entries(NAMING).flatMap(([field, name]) => readIfThere(field, join(current, name)))) as ProjectFiles;
    if (Object.keys(files).length > 0 || existsSync(join(current, ".git"))) return projectName(files) ?? basename(current);
  }
  return null;
}

function readIfThere(field: string, path: string): readonly (readonly [string, string])[] {
  try {
    if (statSync(path, { throwIfNoEntry: false })?.isFile() !== true) return [];
  } catch {
    // Its folder may not be looked into.
    return [];
  }
  try {
    return [[field, readFileSync(path, "utf8")]];
  } catch {
    // Not readable for us: it names nothing, but it is there.
    return [[field, ""]];
  }
}
