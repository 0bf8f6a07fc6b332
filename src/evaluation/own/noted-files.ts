import { type Dirent, readdirSync } from "node:fs";
import { join } from "node:path";

/** Folders of programs, not of people. */
const LEFT_OUT = /^(?:\..*|node_modules)$/;

/**
 * The files below a folder, as paths relative to it with slashes, sorted; none where it can't be read. Without hidden folders and
 * `node_modules`; links are not followed.
 */
export function notedFiles(root: string): readonly string[] {
  const files: string[] = [];
  const look = (folder: string, path: string): void => {
    for (const entry of entriesOf(folder)) {
      if (entry.isFile()) files.push(`${path}${entry.name}`);
      else if (entry.isDirectory() && !LEFT_OUT.test(entry.name)) look(join(folder, entry.name), `${path}${entry.name}/`);
    }
  };
  look(root, "");
  return files.sort();
}

function entriesOf(folder: string): readonly Dirent[] {
  try {
    return readdirSync(folder, { withFileTypes: true });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === undefined) throw error;
    return [];
  }
}
