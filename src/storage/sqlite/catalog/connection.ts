import { statSync } from "node:fs";
import { dirname } from "node:path";
import type { DatabaseSync } from "node:sqlite";
import { LociError } from "../../../model/error.ts";
import { operation, step } from "../../../model/next-step.ts";
import { CATALOG_SCHEMA } from "../../sql/catalog.ts";
import { FACT_SCHEMA } from "../../sql/facts.ts";
import { sealedBody } from "../../sql/runner.ts";
import type { SqlRunner, SqlWork } from "../../sql/runner.ts";
import { openDatabase, readsOnly, truncateLog } from "../database/open-database.ts";
import { storageError } from "../database/storage-error.ts";
import { type Transactions, transactions, stepsOn } from "../database/transactions.ts";

/** The format of `CATALOG_SCHEMA` and `FACT_SCHEMA`, with which a new file begins. Formats of before were those of no release. */
const FIRST = 7;

/**
 * One step a version from the first format on. A step that was released is never changed; a new one is added below it, with a frozen database of
 * the version before in `test/formats`.
 */
const MIGRATIONS: readonly string[] = [
  // Each row with a seal.
  "UPDATE catalog_records SET body = sealed_body(kind, name, body);",
  "UPDATE fact_records SET body = sealed_body(part, name, body) WHERE part <> 'gone' AND body IS NOT NULL;",
];

/** What this version writes. */
const FORMAT = FIRST + MIGRATIONS.length;

const OPTIONS = { what: "catalog", pageSize: 4096, busyMilliseconds: 30_000 };

/** `catalog.sqlite` as a runner: every write a short transaction, every error one of the contract's. */
export interface CatalogRunner extends SqlRunner {
  /** Also where the file is another one by now, so that whoever is to end can. */
  giveUp<T>(work: () => SqlWork<T>): Promise<T>;
  readonly readsOnly: boolean;
  /** @throws LociError `STORAGE_FAILED` where the file was moved, deleted or replaced since it was opened */
  requireInPlace(): void;
  /** A number that changes when another connection, of this process or another, has committed. */
  otherWrites(): number;
  /** Each write is on the disk before it is answered. */
  sync(): void;
  /** What was deleted stands in no file any more, as far as other readers allow it. */
  purge(): Promise<void>;
}

/**
 * Opens or makes the database and brings it to this version.
 * @throws LociError `INDEX_FORMAT` when a newer version of Loci wrote it, `STORAGE_FAILED`, `STORAGE_BUSY`
 */
export async function openCatalogRunner(path: string): Promise<CatalogRunner> {
  const opened = await openOnce(path);
  return opened.readsOnly ? reopening(opened, () => openOnce(path)) : opened;
}

async function openOnce(path: string): Promise<CatalogRunner> {
  let database: DatabaseSync | null = null;
  try {
    database = await openDatabase(path, OPTIONS);
    const turns = transactions(database, OPTIONS);
    await migrate(database, turns, path);
    return runnerOver(database, turns, catalogGuard(path));
  } catch (thrown) {
    database?.close();
    throw catalogError(thrown);
  }
}

/** A catalog that could only be opened to be read: each write first opens it again, since there may be room by now. */
function reopening(opened: CatalogRunner, open: () => Promise<CatalogRunner>): CatalogRunner {
  let runner = opened;
  let synced = false;
  let closed = false;
  let opening: Promise<void> | null = null;
  const reopen = async (): Promise<void> => {
    const again = await open();
    // What is refused is said by the write itself.
    if (again.readsOnly || closed) return await again.close();
    if (synced) again.sync();
    // Who reads meanwhile reads the new one: the other takes nothing any more once it closes.
    const before = runner;
    runner = again;
    await before.close();
  };
  const writing = async (): Promise<CatalogRunner> => {
    if (runner.readsOnly && !closed) await (opening ??= reopen().finally(() => (opening = null)));
    return runner;
  };
  return {
    dialect: opened.dialect,
    get readsOnly() {
      return runner.readsOnly;
    },
    requireInPlace: () => runner.requireInPlace(),
    read: (work) => runner.read(work),
    write: async (work) => await (await writing()).write(work),
    giveUp: async (work) => await (await writing()).giveUp(work),
    // Numbers of two connections say nothing of each other.
    otherWrites: () => (runner === opened ? -runner.otherWrites() : runner.otherWrites()),
    sync() {
      synced = true;
      runner.sync();
    },
    purge: () => runner.purge(),
    async close() {
      closed = true;
      await opening?.catch(() => undefined);
      await runner.close();
    },
  };
}

async function migrate(database: DatabaseSync, turns: Transactions, path: string): Promise<void> {
  const version = (): number => Number(database.prepare("PRAGMA user_version").get()?.["user_version"]);
  if (version() === FORMAT) return;
  await turns.write(() => {
    const found = version() || FIRST;
    if (found < FIRST || found > FORMAT) {
      const details = { file: path, format: found, supported: FORMAT };
      throw found > FORMAT
        ? new LociError(
            "INDEX_FORMAT",
            `the catalog was written by a newer version of Loci (format ${found}, this one reads up to ${FORMAT})`,
            { hint: "update Loci", details },
          )
        : new LociError("INDEX_FORMAT", `the catalog was written before Loci's first release (format ${found})`, {
            hint: "move it away: what it held of sources and facts comes back from catalog.json and facts.jsonl",
            details,
          });
    }
    database.function("sealed_body", (kind, name, body) => sealedBody(String(kind), String(name), String(body)));
    if (version() === 0) database.exec([...CATALOG_SCHEMA, ...FACT_SCHEMA].join(";"));
    for (const step of MIGRATIONS.slice(found - FIRST)) database.exec(step);
    database.exec(`PRAGMA user_version = ${FORMAT}`);
  });
}

function runnerOver(database: DatabaseSync, turns: Transactions, inPlace: () => void): CatalogRunner {
  const run = stepsOn(database);
  let open = true;
  const guarded = <T>(work: () => T): T => {
    if (!open) throw new LociError("STORAGE_FAILED", "the catalog is closed", { hint: "open the project again" });
    try {
      return work();
    } catch (thrown) {
      throw catalogError(thrown);
    }
  };
  const giveUp = async <T>(work: () => SqlWork<T>): Promise<T> => {
    try {
      return await guarded(() => turns.write(() => run(work)));
    } catch (thrown) {
      throw catalogError(thrown);
    }
  };
  const dataVersion = database.prepare("PRAGMA data_version");
  return {
    dialect: { items: "json_each(?)", entries: "json_each(?)" },
    readsOnly: readsOnly(database),
    requireInPlace: inPlace,
    read: async (work) => guarded(() => turns.read(() => run(work))),
    async write(work) {
      guarded(inPlace);
      return await giveUp(work);
    },
    giveUp,
    otherWrites: () => guarded(() => Number(dataVersion.get()?.["data_version"])),
    sync: () => database.exec("PRAGMA synchronous = FULL"),
    async purge() {
      await turns.idle();
      await truncateLog(database, OPTIONS.what);
    },
    async close() {
      if (!open) return;
      open = false;
      await turns.idle();
      database.close();
    },
  };
}

// A damaged index is made again from files; a catalog isn't.
function catalogError(thrown: unknown): LociError {
  const error = storageError(thrown, OPTIONS.what);
  if (error.code !== "INDEX_DAMAGED") return error;
  return new LociError("STORAGE_FAILED", "the catalog is damaged", {
    hint: step`run ${operation("doctor", "--repair")}: it is moved aside, its rows are salvaged and the rest is taken back from files`,
    details: error.details,
    cause: error,
  });
}

/**
 * What is called before the catalog is written to: refuses when the file at its place is no longer the one that was opened. SQLite would go on writing to
 * the deleted one, and all of that would be gone when the process ends, while other processes have begun a new one.
 * @returns throws LociError `STORAGE_FAILED`
 * Cost: one system call each time.
 */
function catalogGuard(path: string): () => void {
  const opened = inode(path);
  return () => {
    const now = inode(path);
    if (now === opened) return;
    if (inode(dirname(path)) === null)
      throw new LociError("STORAGE_FAILED", `the folder '${dirname(path)}' was moved or deleted while it was in use`, {
        hint: "put it back, or start what uses it again with the place where it is now; nothing was changed",
        details: { file: path },
      });
    throw new LociError(
      "STORAGE_FAILED",
      `the catalog was ${now === null ? "deleted" : "replaced"} while it was in use; nothing was changed`,
      {
        hint: "put it back, or start what uses it again: sources, corrections and ranked lists are taken back from files",
        details: { file: path },
      },
    );
  };
}

function inode(path: string): number | null {
  return statSync(path, { throwIfNoEntry: false })?.ino ?? null;
}
