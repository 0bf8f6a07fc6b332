import { statSync } from "node:fs";
import { operation, step } from "../../model/next-step.ts";
import { LociError } from "../../model/error.ts";
import type { Waiting } from "../ports/catalog.ts";
import type { CommitMemory, IndexHouse, Applied, SearchIndex } from "../ports/search-index.ts";
import { inodeOf, isOpenDatabase } from "../../files/open-databases.ts";
import {
  deleteDatabase,
  makePrivateFile,
  cannotOpen,
  requirePlainFile,
  ifThere,
  readPart,
} from "../../files/plain-file.ts";
import { openSqliteSearchIndex, type SqliteSearchIndex } from "./open-search-index.ts";

// A thread of this house opens the index from here: from elsewhere, the bundler would make one file more for every search to load.
export { openSqliteSearchIndex } from "./open-search-index.ts";

const STATES: Readonly<
  Record<IndexFileState, { readonly is: "absent" | "empty" | "damaged" | "present"; readonly detail: string }>
> = {
  missing: { is: "absent", detail: "its file is not there" },
  empty: { is: "empty", detail: "its file is not there" },
  foreign: { is: "damaged", detail: "its file is no index" },
  truncated: { is: "damaged", detail: "its file is shorter than it says" },
  present: { is: "present", detail: "" },
};

/**
 * The house of an index in one SQLite file. Its identity is the file's: a file that was deleted and made again, or replaced by a copy, is another one.
 * @param path absolute
 * @param memory what the catalog remembers of its commits
 */
export function sqliteIndexHouse(path: string, memory: CommitMemory, waiting?: Waiting): IndexHouse {
  return {
    identity: async () => inodeOf(path),

    state: async () => STATES[indexFileState(path)],

    async open() {
      const { is, detail } = STATES[indexFileState(path)];
      if (is === "damaged")
        throw new LociError("INDEX_DAMAGED", detail.replace("its file", "the index file"), {
          hint: step`run ${operation("data rebuild")}: the index is made again from the files`,
          details: { file: path },
        });
      makePrivateFile(path);
      return recordedIndex(await openSqliteSearchIndex(path, { waiting }), memory);
    },

    async lost(index) {
      // Before the index: another process may write meanwhile, and tells of it afterwards.
      const committed = await memory.read();
      const sequence = await index.sequence();
      if (sequence === 0) return { why: "missing", detail: "it holds nothing" };
      if (sequence < committed) return { why: "damaged", detail: "it is an older copy, or its last changes are lost" };
      return null;
    },

    reset: async () => deleteDatabase(path),

    bytes: async () =>
      ["", "-wal"].reduce((sum, suffix) => sum + (statSync(path + suffix, { throwIfNoEntry: false })?.size ?? 0), 0),

    async close() {},
  };
}

/**
 * An index whose commits the catalog hears of: one that knows of fewer later is an older copy that was put back, or has lost its last ones with its log.
 * What it holds may be seen by others than now should, and a run that goes by sizes and times wouldn't find out.
 * Cost: two rows of the catalog for each commit.
 */
function recordedIndex(index: SqliteSearchIndex, memory: CommitMemory): SearchIndex {
  /** Records after the commit: who is killed in between has told too little, never too much. */
  const recorded = async (commit: Promise<Applied>): Promise<Applied> => {
    const applied = await commit;
    const before = await memory.read();
    let sequence = await index.sequence();
    if (sequence < before) {
      // Made anew: copies of the one before have counted further than this one yet.
      await index.countFrom(before + 1);
      sequence = await index.sequence();
    }
    await memory.write(sequence);
    return { ...applied, sequence };
  };
  return {
    ...index,
    apply: (change) => recorded(index.apply(change)),
    begin() {
      const change = index.begin();
      return { put: (write) => change.put(write), apply: (rest) => recorded(change.apply(rest)) };
    },
  };
}

/** What the file of an index looks like from outside. */
export type IndexFileState = "missing" | "empty" | "foreign" | "truncated" | "present";

/** https://www.sqlite.org/fileformat2.html#the_database_header */
const MAGIC = "SQLite format 3\0";
const HEADER_BYTES = 100;

/**
 * Looks at an index file without opening it as a database; one that this process has open counts as present, and its damage is met by whoever
 * reads it (`isOpenDatabase`). A file that is shorter than its header says lost its tail: SQLite
 * itself would only notice when it reads a page that isn't there, and give partial answers until then. While a log with content
 * stands beside it the file may rightly lag behind, so nothing is concluded.
 * @throws LociError `STORAGE_FAILED` where no file is, or none that may be read
 * Cost: four system calls.
 */
export function indexFileState(path: string): IndexFileState {
  if (isOpenDatabase(path)) return "present";
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
  return ifThere(
    () => readPart(path, 0, HEADER_BYTES),
    (thrown) => cannotOpen(path, thrown),
  );
}

const sizeOf = (path: string): number | null => statSync(path, { throwIfNoEntry: false })?.size ?? null;
