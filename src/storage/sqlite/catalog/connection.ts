import type { DatabaseSync, StatementSync } from "node:sqlite";
import { LociError } from "../../../model/error.ts";
import { operation, step } from "../../../model/next-step.ts";
import { catalogGuard } from "../database/catalog-guard.ts";
import { openDatabase, readsOnly } from "../database/open-database.ts";
import { storageError } from "../database/storage-error.ts";
import { type Transactions, transactions } from "../database/transactions.ts";

/**
 * The catalog's schema, one step a version: step i takes `user_version` from i to i + 1. A step that was released is
 * never changed; a new one is added below it, with a frozen database of the version before in `test/formats`.
 */
const MIGRATIONS: readonly string[] = [
  `
  CREATE TABLE source (key TEXT PRIMARY KEY, body TEXT NOT NULL) STRICT, WITHOUT ROWID;
  CREATE TABLE job (
    ordinal INTEGER PRIMARY KEY AUTOINCREMENT,
    id TEXT NOT NULL UNIQUE,
    status TEXT NOT NULL,
    body TEXT NOT NULL
  ) STRICT;
  CREATE INDEX job_unfinished ON job (ordinal) WHERE status IN ('queued', 'running');
  CREATE TABLE lease (
    name TEXT PRIMARY KEY,
    pid INTEGER NOT NULL,
    host TEXT NOT NULL,
    token TEXT NOT NULL,
    taken_at REAL NOT NULL,
    beat_at REAL NOT NULL
  ) STRICT, WITHOUT ROWID;
  CREATE TABLE access (
    ordinal INTEGER PRIMARY KEY AUTOINCREMENT,
    drawer TEXT NOT NULL,
    caller TEXT NOT NULL,
    kind TEXT NOT NULL,
    query_hash TEXT,
    time REAL NOT NULL
  ) STRICT;
  CREATE INDEX access_drawer ON access (drawer, caller, ordinal);
  CREATE TABLE chat_cursor (
    source TEXT NOT NULL,
    path TEXT NOT NULL,
    offset INTEGER NOT NULL,
    last_id TEXT,
    hash TEXT NOT NULL,
    PRIMARY KEY (source, path)
  ) STRICT, WITHOUT ROWID;
  CREATE TABLE audit (
    ordinal INTEGER PRIMARY KEY AUTOINCREMENT,
    time TEXT NOT NULL,
    caller TEXT NOT NULL,
    action TEXT NOT NULL,
    object TEXT NOT NULL,
    details TEXT NOT NULL
  ) STRICT;
  `,
  `
  CREATE TABLE palace (
    id INTEGER PRIMARY KEY CHECK (id = 1),
    version INTEGER NOT NULL,
    body TEXT NOT NULL
  ) STRICT;
  `,
  `
  CREATE TABLE refusal (
    source TEXT NOT NULL,
    path TEXT NOT NULL,
    bytes INTEGER NOT NULL,
    modified_at REAL NOT NULL,
    content_hash TEXT,
    reason TEXT NOT NULL,
    PRIMARY KEY (source, path)
  ) STRICT, WITHOUT ROWID;
  `,
  `
  CREATE TABLE spend (
    id TEXT PRIMARY KEY,
    day TEXT NOT NULL,
    job TEXT NOT NULL,
    tokens INTEGER NOT NULL,
    micros INTEGER NOT NULL
  ) STRICT, WITHOUT ROWID;
  CREATE INDEX spend_day ON spend (day, job);
  `,
  `
  ALTER TABLE spend ADD COLUMN caller TEXT NOT NULL DEFAULT 'owner';
  `,
];

const OPTIONS = { what: "catalog", pageSize: 4096, busyMilliseconds: 30_000 };

/** What can be bound to a statement. */
export type Bindable = string | number | null;

/** A row as it comes: columns by name. */
export type Row = Readonly<Record<string, string | number | null>>;

/** One connection to `catalog.sqlite`: statements prepared once, every write a short transaction, every error one of the contract's. */
export class Connection {
  readonly #database: DatabaseSync;
  readonly #transactions: Transactions;
  readonly #statements = new Map<string, StatementSync>();
  readonly #guard: () => void;
  #open = true;

  private constructor(database: DatabaseSync, path: string) {
    this.#database = database;
    this.#guard = catalogGuard(path);
    this.#transactions = transactions(database, OPTIONS);
  }

  /**
   * Opens or makes the database and brings it to this version.
   *
   * @throws LociError `INDEX_FORMAT` when a newer version of Loci wrote it, `STORAGE_FAILED`, `STORAGE_BUSY`
   */
  static async open(path: string): Promise<Connection> {
    let database: DatabaseSync | null = null;
    try {
      database = await openDatabase(path, OPTIONS);
      const connection = new Connection(database, path);
      await connection.#migrate(path);
      return connection;
    } catch (thrown) {
      database?.close();
      throw catalogError(thrown);
    }
  }

  async #migrate(path: string): Promise<void> {
    if (this.#version() === MIGRATIONS.length) return;
    await this.#transactions.write(() => {
      const version = this.#version();
      if (version > MIGRATIONS.length) {
        throw new LociError(
          "INDEX_FORMAT",
          `the catalog was written by a newer version of Loci (format ${version}, this one reads up to ${MIGRATIONS.length})`,
          {
            hint: "update Loci",
            details: { file: path, format: version, supported: MIGRATIONS.length },
          },
        );
      }
      for (const step of MIGRATIONS.slice(version)) this.#database.exec(step);
      this.#database.exec(`PRAGMA user_version = ${MIGRATIONS.length}`);
    });
  }

  #version(): number {
    return Number((this.#database.prepare("PRAGMA user_version").get() as Row)["user_version"]);
  }

  #statement(sql: string): StatementSync {
    let statement = this.#statements.get(sql);
    if (statement === undefined) this.#statements.set(sql, (statement = this.#database.prepare(sql)));
    return statement;
  }

  get readsOnly(): boolean {
    return readsOnly(this.#database);
  }

  #checkOpen(): void {
    if (!this.#open) throw new LociError("STORAGE_FAILED", "the catalog is closed", { hint: "open the project again" });
  }

  /** All rows of a query, from one committed state. */
  read(sql: string, ...values: readonly Bindable[]): readonly Row[] {
    this.#checkOpen();
    try {
      return this.#transactions.read(() => this.rows(sql, ...values));
    } catch (thrown) {
      throw catalogError(thrown);
    }
  }

  /** A number that changes when another connection, of this process or another, has committed. */
  otherWrites(): number {
    this.#checkOpen();
    try {
      return Number((this.#statement("PRAGMA data_version").get() as Row)["data_version"]);
    } catch (thrown) {
      throw catalogError(thrown);
    }
  }

  /** Does several things as one transaction: all of it is committed or nothing. `work` must not wait. */
  async write<T>(work: () => T): Promise<T> {
    this.#checkOpen();
    this.#guard();
    return await this.giveUp(work);
  }

  /** `write` for what only gives something up: also where the file is another one by now, so that whoever is to end can. */
  async giveUp<T>(work: () => T): Promise<T> {
    this.#checkOpen();
    try {
      return await this.#transactions.write(work);
    } catch (thrown) {
      throw catalogError(thrown);
    }
  }

  /** All rows of a query, inside `write`. */
  rows(sql: string, ...values: readonly Bindable[]): readonly Row[] {
    return this.#statement(sql).all(...values) as Row[];
  }

  /** Runs one statement, inside `write`; gives the number of changed rows. */
  run(sql: string, ...values: readonly Bindable[]): number {
    return Number(this.#statement(sql).run(...values).changes);
  }

  async close(): Promise<void> {
    if (!this.#open) return;
    this.#open = false;
    await this.#transactions.idle();
    this.#database.close();
  }
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
