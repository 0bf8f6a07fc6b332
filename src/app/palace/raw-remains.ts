import { closeSync, lstatSync, openSync, readdirSync, readSync } from "node:fs";
import { join, relative, sep } from "node:path";
import { readKept } from "../../ingest/kept/kept-file.ts";
import { unpackedStreams } from "./compressed-streams.ts";

const CHUNK = 4 * 1024 * 1024;
/** Overlap of consecutive chunks, so that a stream beginning at the end of one is unpacked whole. */
const OVERLAP = 64 * 1024;
/** Bytes in which streams are looked for between two turns of the event loop: some 10 ms. */
const A_TURN = 128 * 1024;
/** Bytes in which streams are looked for at most, those of the files that changed last first: some ten seconds. */
const MAX_UNPACKED_BYTES = 128 * 1024 * 1024;
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
  /** Bytes in which compressed streams are looked for; more only in tests. */
  readonly mostUnpacked?: number;
}

/** What was found, and what was looked through. */
export interface Remains {
  /** Relative paths, sorted. */
  readonly files: readonly string[];
  /** Bytes that were read. */
  readonly bytes: number;
  /** Of these, bytes in which streams were looked for. */
  readonly unpacked: number;
}

/**
 * Files in which pieces of texts still stand, wherever in the file: byte for byte, also in pages that a database has freed and in its log; and in what
 * compressed streams unpack to.
 *
 * @param existsElsewhere whether something that stays holds a piece: such a piece may stand anywhere
 * Cost: reads every file, about a second for a gigabyte, and 80 ms for each of the megabytes in which streams are looked for. Others have turns between.
 */
export async function rawRemains(
  { folder, home, isIncluded, mostUnpacked = MAX_UNPACKED_BYTES }: LookedThrough,
  texts: readonly string[],
  existsElsewhere: (piece: string) => Promise<boolean>,
): Promise<Remains> {
  const needles: Buffer[] = [];
  for (const piece of new Set(texts.flatMap(pieces)))
    if (!(await existsElsewhere(piece))) needles.push(Buffer.from(piece));
  if (needles.length === 0) return { files: [], bytes: 0, unpacked: 0 };
  const buffer = Buffer.allocUnsafe(CHUNK + OVERLAP);
  const named = (from: string, path: string): string => relative(from, path).split(sep).join("/");
  const own = filesIn(folder).map((file) => ({ ...file, name: named(folder, file.path) }));
  const around = home === null ? [] : filesIn(home, folder).map((file) => ({ ...file, name: named(home, file.path) }));
  const found: string[] = [];
  let [bytes, unpacked] = [0, 0];
  for (const { path, name, size } of [...own, ...around].sort((a, b) => b.changedAt - a.changedAt)) {
    if (!isIncluded(name)) continue;
    const streams = Math.min(size, mostUnpacked - unpacked);
    bytes += size;
    unpacked += streams;
    if (await containsAny(path, needles, buffer, streams)) found.push(name);
  }
  return { files: found.sort(), bytes, unpacked };
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

interface FoundFile {
  readonly path: string;
  readonly size: number;
  /** Milliseconds since the epoch. */
  readonly changedAt: number;
}

/** @param but this folder, and what lies beside it in folders between */
function filesIn(folder: string, but: string | null = null): readonly FoundFile[] {
  return readdirSync(folder).flatMap((name) => {
    const path = join(folder, name);
    if (but !== null && (but + sep).startsWith(path + sep)) return [];
    const stat = lstatSync(path, { throwIfNoEntry: false });
    if (stat === undefined) return [];
    if (stat.isDirectory()) return filesIn(path);
    return stat.isFile() ? [{ path, size: stat.size, changedAt: stat.mtimeMs }] : [];
  });
}

/** @param streams bytes from the beginning in which streams are looked for */
async function containsAny(
  path: string,
  needles: readonly Buffer[],
  buffer: Buffer,
  streams: number,
): Promise<boolean> {
  const isIn = (bytes: Buffer): boolean => needles.some((needle) => bytes.includes(needle));
  let file: number;
  try {
    // Its streams can be unpacked only one after the other.
    if (path.endsWith(".kept") && isIn(Buffer.from(readKept(path)?.text ?? ""))) return true;
    file = openSync(path, "r");
  } catch (thrown) {
    // Gone in between: a log of a database that was closed.
    if ((thrown as NodeJS.ErrnoException).code === "ENOENT") return false;
    throw thrown;
  }
  try {
    let kept = 0;
    for (let left = streams; ;) {
      const read = readSync(file, buffer, kept, CHUNK, null);
      if (read === 0 && kept === 0) return false;
      const seen = buffer.subarray(0, kept + read);
      if (isIn(seen)) return true;
      kept = read < CHUNK ? 0 : OVERLAP;
      const end = Math.min(left, seen.length - kept);
      for (let at = 0; at < end; at += A_TURN) {
        for (const unpacked of unpackedStreams(seen, at, Math.min(end, at + A_TURN))) if (isIn(unpacked)) return true;
        await new Promise(setImmediate);
      }
      left -= end;
      if (kept === 0) return false;
      buffer.copyWithin(0, seen.length - kept, seen.length);
    }
  } finally {
    closeSync(file);
  }
}
