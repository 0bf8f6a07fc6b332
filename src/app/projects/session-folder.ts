import { statSync } from "node:fs";
import { readPart } from "../../files/plain-file.ts";

/** Bytes that are looked at in one step. */
const STEP = 4_000_000;
/** Lines in which a spelling is looked for at its place, before it counts as something that was only written. */
const LOOKS = 20;
/** A folder, as records spell it; not one in a text, whose quotes are escaped. */
const FOLDER = /(?<!\\)"cwd"\s*:\s*("(?:[^"\\]|\\.)+")/gu;

/** Where a transcript was read to, with the folders that were found so far. */
export interface FoundFolders {
  readonly bytes: number;
  /** In the order in which they first appear. */
  readonly folders: readonly string[];
}

/**
 * The folders in which the tool of a transcript worked. None where it says none: exports of chats, archives, folders of exports.
 * @param file absolute
 * @param before what an earlier look found; a file that has grown is read on
 * Cost: the file, once.
 */
export function sessionFolders(file: string, before: FoundFolders | null = null): FoundFolders {
  try {
    const { size } = statSync(file);
    const since = before !== null && before.bytes <= size ? before : { bytes: 0, folders: [] };
    const folders = new Set(since.folders);
    const looks = new Map<string, number>();
    let rest = "";
    for (let at = since.bytes; at < size; at += STEP) {
      const buffer = readPart(file, at, Math.min(size, at + STEP));
      if (at === 0 && buffer[0] === 0x50) break;
      const text = rest + buffer.toString("utf8");
      const end = at + STEP >= size ? text.length : text.lastIndexOf("\n") + 1;
      takeFolders(text.slice(0, end), folders, looks);
      rest = text.slice(end).slice(-STEP);
    }
    return { bytes: size, folders: [...folders] };
  } catch {
    // A folder, or what can't be read: whoever reads it tells why.
    return { bytes: 0, folders: [] };
  }
}

/** A spelling counts where a line has it as its own field, not as an argument of some tool's call. */
function takeFolders(text: string, folders: Set<string>, looks: Map<string, number>): void {
  for (const match of text.matchAll(FOLDER)) {
    const folder = JSON.parse(match[1] as string) as string;
    const looked = looks.get(folder) ?? 0;
    if (folders.has(folder) || looked >= LOOKS) continue;
    looks.set(folder, looked + 1);
    const from = text.lastIndexOf("\n", match.index) + 1;
    const to = text.indexOf("\n", match.index);
    if (isOwnFolder(text.slice(from, to === -1 ? undefined : to), folder)) folders.add(folder);
  }
}

function isOwnFolder(line: string, folder: string): boolean {
  try {
    const record = JSON.parse(line) as { readonly cwd?: unknown; readonly payload?: { readonly cwd?: unknown } };
    return record.cwd === folder || record.payload?.cwd === folder;
  } catch {
    // A document of several lines: nothing says what the field belongs to, and tools that write one have it once.
    return !line.trimStart().startsWith("{");
  }
}
