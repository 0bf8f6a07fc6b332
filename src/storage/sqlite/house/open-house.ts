import { operation, step } from "../../../model/next-step.ts";
import { statSync } from "node:fs";
import { LociError } from "../../../model/error.ts";
import type { CommitMemory, IndexHouse } from "../../ports/index-house.ts";
import { deleteDatabase, makePrivateFile } from "../../../files/plain-file.ts";
import { openSqliteSearchIndex } from "../open-search-index.ts";
import { type IndexFileState, indexFileState } from "./file-state.ts";
import { RecordedIndex } from "./recorded-index.ts";

// A thread of this house opens the index from here: from elsewhere, the bundler would make one file more for every search to load.
export { openSqliteSearchIndex } from "../open-search-index.ts";

const STATES: Readonly<
  Record<IndexFileState, { readonly is: "absent" | "empty" | "damaged" | "present"; readonly detail: string }>
> = {
  missing: { is: "absent", detail: "its file is not there" },
  empty: { is: "empty", detail: "its file is not there" },
  foreign: { is: "damaged", detail: "its file is no index" },
  truncated: { is: "damaged", detail: "its file is shorter than it says" },
  present: { is: "present", detail: "" },
};

/** Files that connections of this process are open to, by how many. */
const open = new Map<string, number>();

function count(file: string, by: 1 | -1): void {
  const connections = (open.get(file) ?? 0) + by;
  if (connections === 0) open.delete(file);
  else open.set(file, connections);
}

/**
 * The house of an index in one SQLite file. Its identity is the file's: a file that was deleted and made again, or replaced by a copy, is another one.
 *
 * @param path absolute
 * @param memory what the catalog remembers of its commits
 */
export function sqliteIndexHouse(path: string, memory: CommitMemory): IndexHouse {
  const inode = (): string | null => {
    const found = statSync(path, { throwIfNoEntry: false });
    return found === undefined ? null : `${found.dev}:${found.ino}`;
  };
  return {
    identity: async () => inode(),

    async state() {
      // To close any descriptor of a file gives up all locks that this process holds on it (POSIX): another process would take itself for the
      // last one, and throw away a log that is in use. Damage of an open file is met by whoever reads it.
      const file = inode();
      return STATES[file !== null && open.has(file) ? "present" : indexFileState(path)];
    },

    async open() {
      const before = inode();
      const isOpen = before !== null && open.has(before);
      const { is, detail } = STATES[isOpen ? "present" : indexFileState(path)];
      if (is === "damaged") {
        throw new LociError("INDEX_DAMAGED", detail.replace("its file", "the index file"), {
          hint: step`run ${operation("rebuild")}: the index is made again from the files`,
          details: { file: path },
        });
      }
      if (!isOpen) makePrivateFile(path);
      const file = inode() ?? "";
      count(file, 1);
      try {
        return new RecordedIndex(await openSqliteSearchIndex(path), memory, () => count(file, -1));
      } catch (thrown) {
        count(file, -1);
        throw thrown;
      }
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
