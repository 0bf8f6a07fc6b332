import { lstatSync, readdirSync } from "node:fs";
import { join, relative, sep } from "node:path";
import { filesContaining } from "../../files/raw-bytes.ts";
import { readKept } from "../../ingest/kept/kept-file.ts";

/** Minimum bytes of a text to look for; shorter pieces may occur anywhere by chance. */
const MIN_BYTES = 12;
const MAX_BYTES = 48;

/** What is looked through. */
export interface LookedThrough {
  /** A folder, absolute. */
  readonly folder: string;
  /** An outer folder that is searched too, except for siblings of the folders in between; null: none. */
  readonly home: string | null;
  /** Which files are looked into, by relative path. */
  readonly isIncluded: (path: string) => boolean;
}

/**
 * Files in which pieces of texts still stand, byte for byte, wherever in the file: also in pages that a database has freed and in its log. Of
 * compressed files, Loci's own kept sessions are unpacked.
 *
 * @param existsElsewhere whether something that stays holds a piece: such a piece may stand anywhere
 * @returns relative paths, sorted
 * Cost: as `filesContaining`.
 */
export async function rawRemains(
  { folder, home, isIncluded }: LookedThrough,
  texts: readonly string[],
  existsElsewhere: (piece: string) => Promise<boolean>,
): Promise<readonly string[]> {
  const needles: Buffer[] = [];
  for (const piece of new Set(texts.flatMap(pieces)))
    if (!(await existsElsewhere(piece))) needles.push(Buffer.from(piece));
  if (needles.length === 0) return [];
  const names = new Map<string, string>();
  const add = (from: string, paths: readonly string[]): void => {
    for (const path of paths) {
      const name = relative(from, path).split(sep).join("/");
      if (isIncluded(name)) names.set(path, name);
    }
  };
  add(folder, filesIn(folder));
  if (home !== null) add(home, filesIn(home, folder));
  const paths = [...names.keys()];
  const unpacked = paths.filter((path) => path.endsWith(".kept") && isKeptIn(path, needles));
  const found = new Set([...unpacked, ...(await filesContaining(paths, needles))]);
  return [...found].map((path) => names.get(path) ?? path).sort();
}

/** What is looked for of a text: stretches from its beginning, its middle and its end that read the same in JSON and Markdown. */
function pieces(text: string): readonly string[] {
  const plain = text
    .split(/[\n\r\t"\\<>&*_`[\]#|~]/u)
    .map((line) => line.trim())
    .filter((line) => Buffer.byteLength(line) >= MIN_BYTES);
  const chosen = [plain[0], plain[Math.floor(plain.length / 2)], plain.at(-1)];
  return chosen.flatMap((line) => (line === undefined ? [] : [cut(line)]));
}

function cut(line: string): string {
  let piece = "";
  for (const character of line) {
    if (Buffer.byteLength(piece + character) > MAX_BYTES) break;
    piece += character;
  }
  return piece;
}

function isKeptIn(path: string, needles: readonly Buffer[]): boolean {
  const text = Buffer.from(readKept(path)?.text ?? "");
  return needles.some((needle) => text.includes(needle));
}

/** @param but this folder, and what lies beside it in folders between */
function filesIn(folder: string, but: string | null = null): readonly string[] {
  return readdirSync(folder).flatMap((name) => {
    const path = join(folder, name);
    if (but !== null && (but + sep).startsWith(path + sep)) return [];
    const stat = lstatSync(path, { throwIfNoEntry: false });
    if (stat === undefined) return [];
    if (stat.isDirectory()) return filesIn(path);
    return stat.isFile() ? [path] : [];
  });
}
