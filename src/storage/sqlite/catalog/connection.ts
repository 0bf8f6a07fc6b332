import { DatabaseSync, type StatementSync } from "node:sqlite";
import { LociError } from "../../../model/error.ts";
import { MIGRATIONS } from "./migrations.ts";
import { storageError } from "./storage-error.ts";

/** How long a call waits for other writers. */
const BUSY_TIMEOUT_MS = 30_000;

/** What can be bound to a statement. */
type Bindable = string | number | null;

/** A row as it comes: columns by name. */
export type Row = Readonly<Record<string, string | number | null>>;

/**
 * One connection to `catalog.sqlite`: statements prepared once, every write a short `BEGIN IMMEDIATE` transaction (so that
 * it never has to be upgraded from a read, which no busy time-out can wait for), every error one of the contract's.
 */
export class Connection {
  readonly path: string;
  readonly #database: DatabaseSync;
  readonly #statements = new Map<string, StatementSync>();
  #open = true;

  /**
   * Opens or makes the database and brings it to this version.
   *
   * @throws LociError `INDEX_FORMAT` when a newer version of Loci wrote it
   */
  constructor(path: string) {
    this.path = path;
    try {
      this.#database = new DatabaseSync(path, { timeout: BUSY_TIMEOUT_MS });
    } catch (thrown) {
      throw storageError(thrown, path);
    }
    try {
      this.#prepareDatabase();
    } catch (thrown) {
      this.#database.close();
      throw storageError(thrown, path);
    }
  }

  #prepareDatabase(): void {
    // NORMAL: a killed process loses nothing; a power cut may lose the last transactions, never the file.
    this.#database.exec("PRAGMA journal_mode = WAL; PRAGMA synchronous = NORMAL; PRAGMA foreign_keys = ON;");
    if (this.#version() === MIGRATIONS.length) return;
    this.#transact(() => {
      const version = this.#version();
      if (version > MIGRATIONS.length) {
        throw new LociError("INDEX_FORMAT", `the catalog was written by a newer version of Loci (format ${version}, this one reads up to ${MIGRATIONS.length})`, {
          hint: "update Loci",
          details: { file: this.path, format: version, supported: MIGRATIONS.length },
        });
      }
      for (const step of MIGRATIONS.slice(version)) this.#database.exec(step);
      this.#database.exec(`PRAGMA user_version = ${MIGRATIONS.length}`);
    });
  }

  #version(): number {
    return Number((this.#database.prepare("PRAGMA user_version").get() as Row)["user_version"]);
  }

  #transact<T>(work: () => T): T {
    this.#database.exec("BEGIN IMMEDIATE");
    try {
      const result = work();
      this.#database.exec("COMMIT");
      return result;
    } catch (thrown) {
      // A full disk or an I/O error has rolled back already.
      if (this.#database.isTransaction) this.#database.exec("ROLLBACK");
      throw thrown;
    }
  }

  #statement(sql: string): StatementSync {
    let statement = this.#statements.get(sql);
    if (statement === undefined) this.#statements.set(sql, (statement = this.#database.prepare(sql)));
    return statement;
  }

  #guard<T>(work: () => T): T {
    if (!this.#open) throw new LociError("STORAGE_FAILED", "the catalog is closed", { hint: "open the project again" });
    try {
      return work();
    } catch (thrown) {
      throw storageError(thrown, this.path);
    }
  }

  /** All rows of a query. */
  rows(sql: string, ...values: readonly Bindable[]): readonly Row[] {
    return this.#guard(() => this.#statement(sql).all(...values) as Row[]);
  }

  /** Runs one statement, alone or inside `write`; gives the number of changed rows. */
  run(sql: string, ...values: readonly Bindable[]): number {
    return this.#guard(() => Number(this.#statement(sql).run(...values).changes));
  }

  /** Runs several statements as one transaction. Must not be nested, and must not await. */
  write<T>(work: () => T): T {
    return this.#guard(() => this.#transact(work));
  }

  close(): void {
    if (!this.#open) return;
    this.#open = false;
    this.#database.close();
  }
}
