import { type Dirent, readdirSync, statSync } from "node:fs";
import { join } from "node:path";
import { defaultType } from "../parsing/file-type.ts";

/** Types whose parsers are linear, so that no file of them needs a time limit of its own. The others go through the parser pool. */
export const LINEAR_TYPES: ReadonlySet<string> = new Set(["md", "txt", "code", "rst"]);

/** Maximum number of entries read; a larger folder without enough text so far starts no thread. */
const MAX_LOOKED_AT = 1_000;

/**
 * Whether a folder seems to hold text worth a thread: a glance, without rules of what is left out, so that the thread can start while index
 * and model are opened.
 *
 * Cost: at most a thousand entries, some milliseconds.
 */
export function hasMuchText(folder: string): boolean {
  const folders = [folder];
  let looked = 0;
  let files = 0;
  let bytes = 0;
  for (const one of folders) {
    for (const entry of entriesOf(one)) {
      if (++looked > MAX_LOOKED_AT) return false;
      if (entry.name.startsWith(".") || entry.name === "node_modules") continue;
      const path = join(one, entry.name);
      if (entry.isDirectory()) folders.push(path);
      else if (entry.isFile() && LINEAR_TYPES.has(defaultType(entry.name) ?? "")) {
        files++;
        bytes += statSync(path, { throwIfNoEntry: false })?.size ?? 0;
        if (worthAThread(files, bytes)) return true;
      }
    }
  }
  return false;
}

/** None for a folder that can't be read: the scan says so. */
function entriesOf(folder: string): readonly Dirent[] {
  try {
    return readdirSync(folder, { withFileTypes: true });
  } catch (thrown) {
    if (typeof (thrown as NodeJS.ErrnoException).code === "string") return [];
    throw thrown;
  }
}

/**
 * From so many text files, or bytes of them, on a thread of their own is worth what it costs: code that is loaded and compiled twice, a sixth of the
 * processor time of 1 MB of notes, and 30 MB of memory.
 */
export function worthAThread(files: number, bytes: number): boolean {
  return files >= 900 || bytes >= 3_000_000;
}
