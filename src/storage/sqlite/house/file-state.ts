import { closeSync, openSync, readSync, statSync } from "node:fs";
import { cannotOpen, requirePlainFile } from "../../../files/plain-file.ts";

/** What the file of an index looks like from outside. */
export type IndexFileState = "missing" | "empty" | "foreign" | "truncated" | "present";

/** https://www.sqlite.org/fileformat2.html#the_database_header */
const MAGIC = "SQLite format 3\0";
const HEADER_BYTES = 100;

/**
 * Looks at an index file without opening it as a database. A file that is shorter than its header says lost its tail: SQLite
 * itself would only notice when it reads a page that isn't there, and give partial answers until then. While a log with content
 * stands beside it the file may rightly lag behind, so nothing is concluded.
 *
 * @throws LociError `STORAGE_FAILED` where no file is, or none that may be read
 * Cost: four system calls.
 */
export function indexFileState(path: string): IndexFileState {
  const header = readHeader(path);
  if (header === null) return "missing";
  if (header.length > 0 && (header.length < HEADER_BYTES || header.toString("latin1", 0, MAGIC.length) !== MAGIC))
    return "foreign";
  if ((sizeOf(`${path}-wal`) ?? 0) > 0) return "present";
  // Looked at last: another process may move its log into the file meanwhile, and the file only grows by that.
  const size = sizeOf(path);
  if (size === null) return "missing";
  if (header.length === 0) return size === 0 ? "empty" : "present";
  const stored = header.readUInt16BE(16);
  const pageSize = stored === 1 ? 65_536 : stored;
  // The count is valid only when the change counter (24) is the one that it was written with (92).
  const countIsValid = header.readUInt32BE(24) === header.readUInt32BE(92);
  return countIsValid && size < header.readUInt32BE(28) * pageSize ? "truncated" : "present";
}

/** The header, or as much of it as there is; null when there is no file. */
function readHeader(path: string): Buffer | null {
  requirePlainFile(path);
  let file: number;
  try {
    file = openSync(path, "r");
  } catch (thrown) {
    if ((thrown as NodeJS.ErrnoException).code === "ENOENT") return null;
    throw cannotOpen(path, thrown);
  }
  try {
    const header = Buffer.alloc(HEADER_BYTES);
    return header.subarray(0, readSync(file, header, 0, HEADER_BYTES, 0));
  } finally {
    closeSync(file);
  }
}

function sizeOf(path: string): number | null {
  return statSync(path, { throwIfNoEntry: false })?.size ?? null;
}
