import { closeSync, openSync, readSync } from "node:fs";
import { sessionProject } from "./default-project.ts";

/** Bytes of a transcript's beginning that are looked at, in two steps: most tools say their folder in the first records. */
const LOOKED_AT = [64 * 1024, 2 * 1024 * 1024];
/** The folder that a tool worked in, as its records spell it. */
const FOLDER = /"cwd"\s*:\s*("(?:[^"\\]|\\.)+")/;

/**
 * The project that a transcript belongs to, by the folder in which its tool first worked.
 *
 * @param file absolute
 * @returns null where the transcript says no folder: exports of chats, archives, folders of exports
 * Cost: the beginning of the file.
 */
export function transcriptProject(file: string, userHome: string): string | null {
  const folder = firstFolder(file);
  return folder === null ? null : sessionProject(folder, userHome);
}

function firstFolder(file: string): string | null {
  let open: number | null = null;
  try {
    open = openSync(file, "r");
    for (const bytes of LOOKED_AT) {
      const buffer = Buffer.alloc(bytes);
      const read = readSync(open, buffer, 0, bytes, 0);
      const found = FOLDER.exec(buffer.toString("utf8", 0, read))?.[1];
      if (found !== undefined) return JSON.parse(found) as string;
      if (read < bytes || buffer[0] === 0x50) return null;
    }
    return null;
  } catch {
    // A folder, or what can't be read: whoever reads it tells why.
    return null;
  } finally {
    if (open !== null) closeSync(open);
  }
}
