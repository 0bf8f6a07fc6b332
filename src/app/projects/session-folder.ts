import { statSync } from "node:fs";
import { toldFolder } from "../../conversation/transcripts/codex.ts";
import { jsonFields } from "../../text/fields.ts";
import { readPart } from "../../files/plain-file.ts";

/** Bytes that are looked at in one step, but for a line that has more. */
const STEP = 4_000_000;
/** A folder, as records spell it; not one in a text, whose quotes are escaped, but for what Codex tells its model. */
const FOLDER = /(?<!\\)"cwd"\s*:\s*"((?:[^"\\]|\\.)+)"|<cwd>((?:[^"\\<\n]|\\.)+)<\/cwd>/gu;

/** Where a transcript was read to, with the folders that were found so far. */
export interface FoundFolders {
  readonly bytes: number;
  /** In the order in which they first appear. */
  readonly folders: readonly string[];
}

/**
 * The folders in which the tool of a transcript worked, which is one of lines. None where it says none.
 * @param file absolute
 * @param before what an earlier look found; a file that has grown is read on
 * Cost: the file, once.
 */
export function sessionFolders(file: string, before: FoundFolders | null = null): FoundFolders {
  try {
    const { size } = statSync(file);
    const since = before !== null && before.bytes <= size ? before : { bytes: 0, folders: [] };
    const folders = new Set(since.folders);
    let bytes = since.bytes;
    for (let step = STEP, isLast = false; bytes < size && !isLast;) {
      const buffer = readPart(file, bytes, Math.min(size, bytes + step));
      if (bytes === 0 && buffer[0] === 0x50) break;
      isLast = bytes + step >= size;
      const lines = buffer.lastIndexOf("\n") + 1;
      takeFolders(buffer.toString("utf8", 0, isLast ? buffer.length : lines), folders);
      // A line that is still being written is looked at again.
      bytes += lines;
      step = lines === 0 ? 2 * step : STEP;
    }
    return { bytes, folders: [...folders] };
  } catch {
    // A folder, or what can't be read: whoever reads it tells why.
    return { bytes: 0, folders: [] };
  }
}

/** A line is read once, and only where it names a folder that isn't known yet: as its own field, or as an argument of some tool's call. */
function takeFolders(text: string, folders: Set<string>): void {
  const known = new Set([...folders].map((folder) => JSON.stringify(folder).slice(1, -1)));
  let end = -1;
  for (const { index, 1: field, 2: told } of text.matchAll(FOLDER)) {
    if (index < end || known.has((field ?? told) as string)) continue;
    const next = text.indexOf("\n", index);
    end = next === -1 ? text.length : next;
    const folder = ownFolder(text.slice(text.lastIndexOf("\n", index) + 1, end));
    if (folder === null) continue;
    folders.add(folder);
    known.add(JSON.stringify(folder).slice(1, -1));
  }
}

/** Of a document of several lines nothing says what a field belongs to, and a line that was cut off holds no message. */
function ownFolder(line: string): string | null {
  const record = jsonFields(line);
  return record && toldFolder(record);
}
