import { keeping } from "../../../caches/bounded-cache.ts";
import type { DatabaseSync } from "node:sqlite";
import { lockWait, type LockOptions } from "./lock-wait.ts";
import { openDatabase } from "./open-database.ts";
import { isBusy, storageError } from "./storage-error.ts";
import { statSync } from "node:fs";
import type { Waiting } from "../../ports/catalog.ts";
import type { SqlRow, SqlRunner, SqlWork } from "../../sql/runner.ts";

export type Transactions = ReturnType<typeof transactions>;

/** Runs works one after the other, whether the one before failed or not. */
export class SerialQueue {
  #last: Promise<unknown> = Promise.resolve();

  add<Done>(work: () => Promise<Done>): Promise<Done> {
    const mine = this.#last.then(work);
    this.#last = mine.catch(() => undefined);
    return mine;
  }

  /** Resolves when what was added so far has ended. */
  async ended(): Promise<void> {
    await this.#last;
  }
}

/** Longest pause between two attempts to get the lock, in milliseconds. */
const LONGEST_PAUSE = 12;

export function transactions(database: DatabaseSync, options: LockOptions) {
  const begin = database.prepare("BEGIN");
  const beginImmediate = database.prepare("BEGIN IMMEDIATE");
  const commit = database.prepare("COMMIT");
  const rollback = (): void => {
    // SQLite ends the transaction itself after some errors (full disk, damage).
    if (database.isOpen && database.isTransaction) database.exec("ROLLBACK");
  };
  const boundLog = logBound(database);
  const writes = new SerialQueue();
  /** Whose read transaction is left open, for more reads of the same. */
  let open: object | null = null;
  let ending = false;
  /** Ends it when everything that is ready to run has run. */
  const endLater = (): void => {
    if (ending) return;
    ending = true;
    process.nextTick(() => {
      ending = false;
      end();
    });
  };
  const end = (): void => {
    if (open === null) return;
    open = null;
    try {
      commit.run();
    } catch {
      // Nothing was written.
      rollback();
    }
  };

  const attempt = async <T>(work: () => T): Promise<T> => {
    const wait = lockWait(database.location(), options);
    for (let tries = 0; ; tries++) {
      end();
      try {
        return work();
      } catch (error) {
        rollback();
        // Waiting grows from attempt to attempt, and differs between processes, so that nobody starves.
        await wait(error, Math.min(LONGEST_PAUSE, 1 + tries) * (0.5 + (process.pid % 97) / 97));
      }
    }
  };

  return {
    /**
     * `work` sees one committed state, the last one, and is told whether the transaction began with it. It must not wait.
     * @param reader whose read this is: its reads that follow one another, with neither a wait nor another's read or write between them,
     *   see one state, and share one transaction
     */
    read<T>(work: (opened: boolean) => T, reader?: object): T {
      const deadline = performance.now() + options.busyMilliseconds;
      for (;;) {
        const joins = reader !== undefined && open === reader;
        if (!joins) end();
        try {
          if (!joins) begin.run();
          const result = work(!joins);
          if (reader === undefined) commit.run();
          else if (!joins) {
            open = reader;
            endLater();
          }
          return result;
        } catch (error) {
          open = null;
          rollback();
          // A reader never waits for a writer; only while another process puts the log in order, after a crash or as the last to
          // leave, which takes milliseconds. The driver itself waits between two attempts.
          if (!isBusy(error) || performance.now() > deadline) throw storageError(error, options.what);
        }
      }
    },
    /**
     * `work` alone may write, and all of it is committed or nothing. It must not wait, so the lock is held for its own time only.
     * Writers of this connection take turns in the order of their calls.
     * @throws as `lockWait`, and LociError `STORAGE_FULL`, …
     */
    write<T>(work: () => T): Promise<T> {
      return writes.add(() =>
        attempt(() => {
          beginImmediate.run();
          const result = work();
          commit.run();
          boundLog();
          return result;
        }),
      );
    },
    /**
     * Writes the whole file anew: where SQLite parts and joins pages, copies of what it moved stay in their gaps, which `secure_delete` doesn't know of and
     * whose words nothing would take out.
     * Cost: 4 s of processor time a gigabyte; others can't write meanwhile.
     */
    rewrite: (): Promise<void> => writes.add(() => attempt(() => database.exec("VACUUM"))),
    /** Resolves when the writes asked for so far have ended, and no transaction is open. */
    async idle(): Promise<void> {
      await writes.ended();
      end();
    },
  };
}

/** The log is emptied when it is longer than this, in bytes. */
const MAX_LOG_BYTES = 16 * 1024 * 1024;
/** Growth of the log after a failed attempt before the next one, so that not every write waits for a reader that stays. */
const STEP_BYTES = 2 * 1024 * 1024;

/**
 * What is called after each commit: empties a log that has grown long. SQLite itself begins a log anew only when it happens to find no reader in it,
 * which with several processes at work may be never: 134 MB of log stood beside an index of 3 MB. Emptying waits for readers that are in it,
 * for the driver's time-out at most; those that come meanwhile read the file, which holds everything then.
 * Cost: one system call; beyond the limit a copy of the log into the file.
 */
function logBound(database: DatabaseSync): () => void {
  const path = database.location();
  if (path === null) return () => {};
  const log = `${path}-wal`;
  const truncate = database.prepare("PRAGMA wal_checkpoint(TRUNCATE)");
  let limit = MAX_LOG_BYTES;
  return () => {
    const bytes = statSync(log, { throwIfNoEntry: false })?.size ?? 0;
    if (bytes <= limit) {
      if (bytes <= MAX_LOG_BYTES) limit = MAX_LOG_BYTES;
      return;
    }
    try {
      const { busy } = truncate.get() as { busy: number };
      limit = busy === 0 ? MAX_LOG_BYTES : bytes + STEP_BYTES;
    } catch {
      // What was to be written is committed. Another process is emptying the log, or the disk is full, which the next write will say.
      limit = bytes + STEP_BYTES;
    }
  };
}

const OPTIONS = { what: "manifest", pageSize: 4096, busyMilliseconds: 30_000 };

/** Runs work on a SQLite file; `:memory:` for one that is gone when it is closed. */
export async function openSqliteRunner(path: string, waiting?: Waiting): Promise<SqlRunner> {
  const database = await openDatabase(path, { ...OPTIONS, waiting });
  const locks = transactions(database, { ...OPTIONS, waiting });
  const run = stepsOn(database);
  return {
    dialect: { items: "json_each(?)", entries: "json_each(?)" },
    read: async (work) => locks.read(() => run(work)),
    write: (work) => locks.write(() => run(work)),
    async close() {
      await locks.idle();
      if (database.isOpen) database.close();
    },
  };
}

/** Runs work on a connection, statement by statement, each prepared once. It must stand in a transaction. */
export function stepsOn(database: DatabaseSync): <T>(work: () => SqlWork<T>) => T {
  const prepared = keeping((sql: string) => database.prepare(sql));
  return (work) => {
    const steps = work();
    let next = steps.next();
    while (next.done !== true) {
      const { sql, values } = next.value;
      next = steps.next(prepared(sql).all(...values) as unknown as readonly SqlRow[]);
    }
    return next.value;
  };
}
