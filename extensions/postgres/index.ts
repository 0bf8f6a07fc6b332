import type { Catalog } from "../../src/storage/ports/catalog.ts";
import type { FactStore } from "../../src/storage/ports/fact-store.ts";
import type { Manifest } from "../../src/storage/ports/manifest.ts";
import { openSqlCatalog } from "../../src/storage/sql/catalog.ts";
import { openSqlFactStore } from "../../src/storage/sql/facts.ts";
import { openSqlManifest } from "../../src/storage/sql/manifest.ts";
import { type NextStep, operation, step } from "../../src/model/next-step.ts";
import { createHash } from "node:crypto";
import { setTimeout as delay } from "node:timers/promises";
import type { PoolClient } from "pg";
import { type ErrorCode, LociError, missingPackage } from "../../src/model/error.ts";
import type { SqlRow, SqlRunner, SqlStep, SqlWork } from "../../src/storage/sql/runner.ts";

// A catalog that services share: the ports of catalog, facts and manifest, in a schema of the project's own.

/** @param uri see `openPostgresRunner`; so for the other two */
export const openCatalog = async (uri: string, project: string): Promise<Catalog> =>
  await openSqlCatalog(await openPostgresRunner(uri, project));

/** The facts beside the catalog. */
export const openFactStore = async (uri: string, project: string): Promise<FactStore> =>
  await openSqlFactStore(await openPostgresRunner(uri, project));

/** What says which drawers of an index on a server are true. */
export const openManifest = async (uri: string, project: string): Promise<Manifest> =>
  await openSqlManifest(await openPostgresRunner(uri, project));

type Pg = typeof import("pg");

const CONNECT_MS = 5_000;
const STATEMENT_MS = 30_000;
/** After which a server that says nothing at all counts as gone: it would have ended the statement itself before. */
const SILENCE_MS = 35_000;
/** After which a server is asked over another connection whether it lives: one that waits for a lock does. */
const ASKED_MS = 3_000;
/** Connections of one project's store. */
const CONNECTIONS = 4;
/** Times that a transaction is made again because another one came between. */
const MAX_ATTEMPTS = 8;
/** SQLSTATE: serialisation failure, deadlock, and two that made the same thing at once. */
const AGAIN = new Set(["40001", "40P01", "23505", "42P07", "42P06"]);

/**
 * Runs work on a PostgreSQL database. A project has a schema of its own there, named after it, so that nothing of another one can be met.
 * @param uri `postgresql://user:password@host/database`
 * @throws LociError `CONFIG_INVALID` for another address, `UNAVAILABLE` for a server that can't be reached or a package that isn't installed
 */
export async function openPostgresRunner(uri: string, project: string): Promise<SqlRunner> {
  const address = parse(uri);
  const pg = await loadDriver();
  const pool = new pg.Pool({
    connectionString: uri,
    max: CONNECTIONS,
    connectionTimeoutMillis: CONNECT_MS,
    statement_timeout: STATEMENT_MS,
    query_timeout: SILENCE_MS,
    keepAlive: true,
    // A process that is done need not wait for idle connections.
    allowExitOnIdle: true,
  });
  // An idle connection that breaks is replaced; whoever uses the next one hears of what is wrong.
  pool.on("error", () => undefined);
  // Connections that work has: each is asked whether its server lives.
  let held = 0;
  pool.on("acquire", () => held++).on("release", () => held--);
  const schema = schemaOf(project);
  let closed = false;

  /** What a query gives, or a fault as soon as the server takes no connection either; what it refuses one for is a sign of life. */
  const alive = async <T>(answer: Promise<T>): Promise<T> => {
    const done = new AbortController();
    const silence = (async (): Promise<never> => {
      for (;;) {
        await delay(ASKED_MS, undefined, { signal: done.signal });
        const other = new pg.Client({ connectionString: uri, connectionTimeoutMillis: CONNECT_MS });
        other.on("error", ignored);
        await other
          .connect()
          .catch((thrown: { readonly severity?: string }) => thrown.severity ?? Promise.reject(thrown))
          .finally(() => void other.end().catch(ignored));
      }
    })();
    try {
      return await asked(Promise.race([answer, silence]));
    } finally {
      done.abort();
    }
  };

  const within = async <T>(begin: string, work: () => SqlWork<T>): Promise<T> => {
    if (closed) throw new LociError("STORAGE_FAILED", "the catalog is closed", { hint: "open the project again" });
    for (let attempt = 1; ;) {
      const began = performance.now();
      let client: PoolClient | null = null;
      try {
        client = await asked(pool.connect());
        // Told of what breaks between two queries as well: the query after it fails, and says so.
        client.on("error", ignored);
        await alive(client.query(`${begin}; SET LOCAL search_path TO ${schema}`));
        const result = await run(client, work, alive);
        await alive(client.query("COMMIT"));
        giveBack(client, false);
        return result;
      } catch (thrown) {
        const broken = thrown instanceof DriverFault && !thrown.isStatement;
        if (!broken) await client?.query("ROLLBACK").catch(() => undefined);
        if (client !== null) giveBack(client, broken);
        if (!(thrown instanceof DriverFault)) throw thrown;
        // The pool's limit counts the wait for a free connection too, which ends with the work of others.
        if (client === null && held > 0 && performance.now() - began >= CONNECT_MS - 1) continue;
        if (attempt++ >= MAX_ATTEMPTS || !AGAIN.has(thrown.code)) throw errorOf(thrown, address);
      }
    }
  };
  try {
    await asked(pool.query(`CREATE SCHEMA IF NOT EXISTS ${schema}`));
  } catch (thrown) {
    // Made by another process at the same moment.
    if (!(thrown instanceof DriverFault && AGAIN.has(thrown.code))) {
      await pool.end().catch(() => undefined);
      throw thrown instanceof DriverFault ? errorOf(thrown, address) : thrown;
    }
  }
  return {
    dialect: { items: "json_array_elements_text(?::json)", entries: "json_each_text(?::json)" },
    read: (work) => within("BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY", work),
    // Writers take turns by a lock of the schema, as they do in a file.
    write: (work) =>
      within("BEGIN", function* () {
        yield { sql: `SELECT pg_advisory_xact_lock(${lockOf(schema)})`, values: [] };
        return yield* work();
      }),
    async close() {
      if (closed) return;
      closed = true;
      await pool.end();
    },
  };
}

async function run<T>(client: PoolClient, work: () => SqlWork<T>, alive: typeof asked): Promise<T> {
  const steps = work();
  let next = steps.next();
  while (next.done !== true) {
    const answer = await alive(client.query(numbered(next.value), [...next.value.values]));
    next = steps.next(answer.rows as readonly SqlRow[]);
  }
  return next.value;
}

/** `?` as `$1`, `$2`, … No statement of ours has a question mark elsewhere. */
function numbered({ sql }: SqlStep): string {
  let n = 0;
  return sql.replaceAll("?", () => `$${++n}`);
}

async function loadDriver(): Promise<Pg> {
  try {
    const loaded = (await import("pg")) as Pg & { readonly default?: Pg };
    return loaded.default ?? loaded;
  } catch (thrown) {
    throw missingPackage(thrown, { name: "pg", major: 8, needed: "catalog.uri names a PostgreSQL server" });
  }
}

/** What may be shown of an address. */
function parse(uri: string): string {
  const url = URL.parse(uri);
  if (url === null || !["postgresql:", "postgres:"].includes(url.protocol))
    throw new LociError("CONFIG_INVALID", "catalog.uri is no address of a PostgreSQL database", {
      hint: "set LOCI_CATALOG_URI=postgresql://user:password@host:5432/database, or leave it empty to keep the catalog in the project's folder",
    });
  return `${url.host}${url.pathname}`;
}

/** Letters and digits only, unlike that of any other project. */
function schemaOf(project: string): string {
  const hash = createHash("sha256").update(project).digest("hex").slice(0, 10);
  return `loci_${project
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, "_")
    .slice(0, 40)}_${hash}`;
}

const lockOf = (schema: string): string =>
  BigInt(`0x${createHash("sha256").update(schema).digest("hex").slice(0, 15)}`).toString();

/** What the driver failed with, apart from what work of ours throws. */
class DriverFault extends Error {
  /** SQLSTATE, or what the system said; empty where the driver has only words. */
  readonly code: string;
  /** Whether a server that is there refused a statement. Anything else is a connection that broke, whatever it is called. */
  readonly isStatement: boolean;

  constructor(cause: unknown) {
    const { code = "", severity, message = "" } = cause as { code?: string; severity?: string; message?: string };
    super(message, { cause });
    this.code = code;
    this.isStatement = severity !== undefined && !/^(?:08|57P)/.test(code);
  }
}

async function asked<T>(answer: Promise<T>): Promise<T> {
  try {
    return await answer;
  } catch (thrown) {
    throw new DriverFault(thrown);
  }
}

function ignored(): void {}

function giveBack(client: PoolClient, broken: boolean): void {
  client.off("error", ignored);
  client.release(broken);
}

function errorOf({ cause, code, message, isStatement }: DriverFault, address: string): LociError {
  const told = (of: ErrorCode, words: string, hint: string | NextStep): LociError =>
    new LociError(of, words, { hint, cause });
  const server = `the PostgreSQL server at ${address}`;
  switch (code) {
    case "28P01":
    case "28000":
      return told(
        "UNAUTHORIZED",
        `${server} refused the user or the password`,
        "set LOCI_CATALOG_URI to an address with a user that may make schemas there",
      );
    case "3D000":
      return told("UNAVAILABLE", `the PostgreSQL server has no database '${address}'`, "make it: createdb NAME");
    case "42501":
      return told("FORBIDDEN", `the user may not make a schema in '${address}'`, "GRANT CREATE ON DATABASE … TO …");
    case "57014":
    case "55P03":
      return told("STORAGE_BUSY", "others kept the catalog locked", "try again");
    case "53100":
      return told("STORAGE_FULL", "the PostgreSQL server's disk is full", "free some space there");
  }
  if (isStatement)
    return told("STORAGE_FAILED", `${server} refused a statement: ${message}`, step`run ${operation("doctor")}`);
  const words = `${server} can't be reached (${code || message})`;
  return told("UNAVAILABLE", words, "check LOCI_CATALOG_URI and whether the server is running");
}
