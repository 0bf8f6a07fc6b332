import { closeSync, lstatSync, openSync, readdirSync, readSync } from "node:fs";
import { join, relative, sep } from "node:path";

const CHUNK = 4 * 1024 * 1024;
/** Bytes of a text that are looked for; a shorter stretch may stand anywhere by chance. */
const LEAST_BYTES = 12;
const MOST_BYTES = 48;

/**
 * Files of a folder in which pieces of texts still stand, byte for byte, wherever in the file: also in pages that a database has freed and in
 * its log.
 *
 * @param folder absolute
 * @param isHeld whether something that stays holds a piece: such a piece may stand anywhere
 * @param looksInto which files are looked into, by relative path; all by default
 * @returns relative paths, sorted
 * Cost: reads every file; about a second for a gigabyte.
 */
export async function rawRemains(
  folder: string,
  texts: readonly string[],
  isHeld: (piece: string) => Promise<boolean> = async () => false,
  looksInto: (path: string) => boolean = () => true,
): Promise<readonly string[]> {
  const needles: Buffer[] = [];
  for (const piece of new Set(texts.flatMap(pieces))) if (!(await isHeld(piece))) needles.push(Buffer.from(piece));
  if (needles.length === 0) return [];
  const room = Buffer.allocUnsafe(CHUNK + MOST_BYTES);
  const named = (path: string): string => relative(folder, path).split(sep).join("/");
  return filesIn(folder)
    .filter((path) => looksInto(named(path)) && holds(path, needles, room))
    .map(named)
    .sort();
}

/** What is looked for of a text: stretches from its beginning, its middle and its end that read the same in JSON and Markdown. */
function pieces(text: string): readonly string[] {
  const plain = text
    .split(/[\n\r\t"\\<>&*_`[\]#|~]/u)
    .map((line) => line.trim())
    .filter((line) => Buffer.byteLength(line) >= LEAST_BYTES);
  const chosen = [plain[0], plain[Math.floor(plain.length / 2)], plain.at(-1)];
  return chosen.flatMap((line) => (line === undefined ? [] : [cut(line)]));
}

function cut(line: string): string {
  let piece = "";
  for (const character of line) {
    if (Buffer.byteLength(piece + character) > MOST_BYTES) break;
    piece += character;
  }
  return piece;
}

function filesIn(folder: string): readonly string[] {
  return readdirSync(folder).flatMap((name) => {
    const path = join(folder, name);
    const stat = lstatSync(path, { throwIfNoEntry: false });
    if (stat === undefined) return [];
    return stat.isDirectory() ? filesIn(path) : stat.isFile() ? [path] : [];
  });
}

function holds(path: string, needles: readonly Buffer[], buffer: Buffer): boolean {
  let file: number;
  try {
    file = openSync(path, "r");
  } catch (thrown) {
    // Gone in between: a log of a database that was closed.
    if ((thrown as NodeJS.ErrnoException).code === "ENOENT") return false;
    throw thrown;
  }
  try {
    let kept = 0;
    for (;;) {
      const read = readSync(file, buffer, kept, CHUNK, null);
      if (read === 0) return false;
      const seen = buffer.subarray(0, kept + read);
      if (needles.some((needle) => seen.includes(needle))) return true;
      kept = Math.min(MOST_BYTES, seen.length);
      buffer.copyWithin(0, seen.length - kept, seen.length);
    }
  } finally {
    closeSync(file);
  }
}
