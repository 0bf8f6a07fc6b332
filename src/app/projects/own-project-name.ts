import { existsSync, readFileSync, statSync } from "node:fs";
import { basename, dirname, isAbsolute, join, resolve } from "node:path";
import { type ProjectFiles, projectName } from "../../palace/project-name.ts";

/** What names a project, by the field of `ProjectFiles`. */
const NAMING: Readonly<Record<keyof ProjectFiles, string>> = {
  gitConfig: ".git/config",
  packageJson: "package.json",
  pyproject: "pyproject.toml",
  cargo: "Cargo.toml",
  goMod: "go.mod",
};

/** The folder that makes a project, with the project's own name. */
export interface OwnProject {
  readonly name: string;
  /** Absolute. */
  readonly root: string;
}

/**
 * The own name of the project that a folder belongs to: walks up to the first folder that is a git repository or holds a manifest;
 * its git remote's or manifest's name, else the folder's. Null outside of all.
 *
 * @param folder absolute
 * @param userHome neither it nor anything above makes a project
 * Cost: some file look-ups a level.
 */
export function ownProjectName(folder: string, userHome: string): string | null {
  for (const current of upFrom(folder, userHome)) {
    if (existsSync(join(current, ".git"))) return repositoryName(current);
    const files = namingFiles(current);
    if (Object.keys(files).length > 0) return projectName(files) ?? basename(current);
  }
  return null;
}

/**
 * The repository that a folder belongs to, whatever manifests stand between: its subfolders and worktrees are one project. Where there is
 * none, the nearest folder with a manifest. Null outside of both.
 *
 * @param folder absolute; it need not be there any more
 */
export function repositoryOf(folder: string, userHome: string): OwnProject | null {
  let manifest: OwnProject | null = null;
  for (const current of upFrom(folder, userHome)) {
    if (existsSync(join(current, ".git"))) return { name: repositoryName(current), root: current };
    if (manifest !== null) continue;
    const files = namingFiles(current);
    if (Object.keys(files).length > 0) manifest = { name: projectName(files) ?? basename(current), root: current };
  }
  return manifest;
}

/** The folder and those above it, below the user's home folder. */
function* upFrom(folder: string, userHome: string): Generator<string> {
  const top = resolve(userHome);
  for (
    let current = resolve(folder), below = "";
    current !== below && current !== top;
    below = current, current = dirname(current)
  )
    yield current;
}

function repositoryName(root: string): string {
  const main = mainRepository(root);
  return projectName(namingFiles(main)) ?? basename(main);
}

/** The repository that a worktree was taken from: `.git` is then a file that leads into it. Itself for any other. */
function mainRepository(root: string): string {
  const [, text = ""] = readIfThere("gitFile", join(root, ".git"))[0] ?? [];
  const folder = /^gitdir:\s*(.+?)\s*$/m.exec(text)?.[1];
  if (folder === undefined) return root;
  const main = /^(.*)[\\/]\.git[\\/]worktrees[\\/][^\\/]+$/.exec(isAbsolute(folder) ? folder : join(root, folder))?.[1];
  return main === undefined ? root : main;
}

function namingFiles(folder: string): ProjectFiles {
  return Object.fromEntries(Object.entries(NAMING).flatMap(([field, name]) => readIfThere(field, join(folder, name))));
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
