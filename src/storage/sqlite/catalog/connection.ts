import { statSync } from "node:fs";
import { dirname } from "node:path";
import type { DatabaseSync } from "node:sqlite";
import { LociError } from "../../../model/error.ts";
import { operation, step } from "../../../model/next-step.ts";
import type { Waiting } from "../../ports/catalog.ts";
import { CATALOG_SCHEMA } from "../../sql/catalog.ts";
import { FACT_SCHEMA } from "../../sql/facts.ts";
import { sealedBody, type SqlRunner, type SqlWork } from "../../sql/runner.ts";
import { openDatabase, readsOnly, truncateLog } from "../database/open-database.ts";
import { storageError } from "../database/storage-error.ts";
import { type Transactions, transactions, stepsOn } from "../database/transactions.ts";

/** Facts as they stood before format 7, in tables that were made when the first fact was told. */
const FACT_TABLES = `
  CREATE TABLE IF NOT EXISTS fact_list (scope TEXT, key TEXT, topic TEXT, revision INTEGER, count INTEGER, PRIMARY KEY (scope, key));
  CREATE TABLE IF NOT EXISTS fact_item (scope TEXT, list TEXT, position INTEGER, value TEXT, key TEXT, message TEXT, chat TEXT,
    sentence TEXT, time REAL, placed_at REAL, PRIMARY KEY (scope, list, position));
  CREATE TABLE IF NOT EXISTS fact_change (sequence INTEGER PRIMARY KEY AUTOINCREMENT, grouped TEXT, scope TEXT, list TEXT, topic TEXT,
    message TEXT, chat TEXT, sentence TEXT, time REAL, recorded_at REAL, reason TEXT, operations TEXT, effect TEXT, undoable INTEGER, undone_by TEXT);
  CREATE TABLE IF NOT EXISTS fact_focus (scope TEXT, chat TEXT, list TEXT, turn INTEGER, PRIMARY KEY (scope, chat, list));
  CREATE TABLE IF NOT EXISTS fact_synonym (key TEXT PRIMARY KEY, target TEXT);
  CREATE TABLE IF NOT EXISTS fact_alias (scope TEXT, list TEXT, alias TEXT, item TEXT, PRIMARY KEY (scope, list, alias));
  CREATE TABLE IF NOT EXISTS fact_meta (only INTEGER PRIMARY KEY, version INTEGER);
  `;

/** A name of several parts, as JSON text: NUL between them. */
const named = (...columns: readonly string[]): string =>
  `'"' || ${columns.map((column) => `substr(json_quote(${column}), 2, length(json_quote(${column})) - 2)`).join(" || '\\u0000' || ")} || '"'`;
const SOURCE = "'source', json_object('messageId', message, 'chat', chat, 'sentence', sentence, 'time', time)";

/**
 * What brings the catalog of an earlier version to this one: step i takes `user_version` from i + 1 to i + 2, and a new one is added below it, with a
 * frozen database of the version before in `test/formats`. The tables that formats 2 to 5 added are made empty, and emptied into one by the next step.
 */
const MIGRATIONS: readonly string[] = [
  "CREATE TABLE palace (version, body)",
  "CREATE TABLE refusal (source, path, bytes, modified_at, content_hash, reason)",
  "CREATE TABLE spend (id, day, job, tokens, micros)",
  "ALTER TABLE spend ADD COLUMN caller TEXT NOT NULL DEFAULT 'owner'",
  // Everything into one table, as on a server. Names and groups are JSON text.
  `${CATALOG_SCHEMA.join(";")};
  INSERT INTO catalog_records SELECT 'source', json_quote(key), '""', ROW_NUMBER() OVER (ORDER BY key), body FROM source;
  INSERT INTO catalog_records SELECT 'job', json_quote(id),
    CASE WHEN status IN ('queued', 'running') THEN '"unfinished"' ELSE '""' END, ordinal, body FROM job;
  INSERT INTO catalog_records SELECT 'lease', json_quote(name), '""', ROW_NUMBER() OVER (ORDER BY name), json_object('name', name,
    'owner', json_object('pid', pid, 'host', host, 'token', token), 'takenAt', taken_at, 'beatAt', beat_at) FROM lease;
  INSERT INTO catalog_records SELECT 'access', json_quote('' || ordinal), json_quote(drawer), ordinal, json_object('drawer', drawer,
    'kind', kind, 'caller', caller, 'queryHash', query_hash, 'time', time) FROM access;
  INSERT INTO catalog_records SELECT 'cursor', json_quote('' || json_array(source, path)), json_quote(source),
    ROW_NUMBER() OVER (ORDER BY source, path),
    json_object('source', source, 'path', path, 'offset', offset, 'lastId', last_id, 'hash', hash) FROM chat_cursor;
  INSERT INTO catalog_records SELECT 'refusal', json_quote(source), '""', ROW_NUMBER() OVER (ORDER BY source),
    json_group_array(json_object('path', path, 'bytes', bytes, 'modifiedAt', modified_at, 'contentHash', content_hash, 'reason', reason))
    FROM (SELECT * FROM refusal ORDER BY source, path) GROUP BY source;
  INSERT INTO catalog_records SELECT 'audit', json_quote('' || ordinal), '""', ordinal, json_object('time', time, 'caller', caller,
    'action', action, 'object', object, 'details', json(details)) FROM audit;
  INSERT INTO catalog_records SELECT 'palace', '"edits"', '""', 1, json_object('version', version, 'edits', json(body)) FROM palace;
  INSERT INTO catalog_records SELECT 'spend', json_quote(id), json_quote(day), ROW_NUMBER() OVER (ORDER BY day, id), json_object(
    'id', id, 'day', day, 'job', job, 'caller', caller, 'calls', 1, 'tokens', tokens, 'micros', micros, 'settled', json('false')) FROM spend;
  ${["source", "job", "lease", "access", "chat_cursor", "refusal", "audit", "palace", "spend"].map((name) => `DROP TABLE ${name};`).join(" ")}
  `,
  // Facts into one table, too.
  `${FACT_SCHEMA.join(";")};
  ${FACT_TABLES}
  INSERT INTO fact_records SELECT 'lists', ${named("scope", "key")}, 1, json_object('scope', scope, 'key', key, 'topic', topic, 'items',
    (SELECT json_group_array(json_object('value', value, 'key', key, ${SOURCE}, 'placedAt', placed_at)) FROM
      (SELECT * FROM fact_item WHERE scope = of.scope AND list = of.key ORDER BY position)), 'revision', revision) FROM fact_list AS of;
  INSERT INTO fact_records SELECT 'changes', '' || sequence, 1, json_object('group', grouped, 'scope', scope, 'key', list, 'topic', topic,
    ${SOURCE}, 'recordedAt', recorded_at, 'reason', reason, 'operations', json(operations), 'effect', json(effect), 'sequence', sequence,
    'undoneBy', undone_by) FROM fact_change;
  UPDATE fact_state SET version = 1, sequence = (SELECT coalesce(max(seq), 0) FROM sqlite_sequence WHERE name = 'fact_change');
  ${["item", "list", "change", "focus", "synonym", "alias", "meta"].map((name) => `DROP TABLE fact_${name};`).join(" ")}
  `,
  // Each row with a seal.
  "UPDATE catalog_records SET body = sealed_body(kind, name, body);",
  "UPDATE fact_records SET body = sealed_body(part, name, body) WHERE part <> 'gone' AND body IS NOT NULL;",
];

/** The version since which one table holds the catalog and one the facts: a new file begins with it. */
const TWO_TABLES = 7;
const FORMAT = MIGRATIONS.length + 1;

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
  purge(): Promise<void>;
}

/**
 * Opens or makes the database and brings it to this version.
 * @throws LociError `INDEX_FORMAT` when a newer version of Loci wrote it, `STORAGE_FAILED`, `STORAGE_BUSY`
 */
export async function openCatalogRunner(path: string, waiting?: Waiting): Promise<CatalogRunner> {
  const opened = await openOnce(path, waiting);
  return opened.readsOnly ? reopening(opened, () => openOnce(path, waiting)) : opened;
}

async function openOnce(path: string, waiting: Waiting | undefined): Promise<CatalogRunner> {
  let database: DatabaseSync | null = null;
  try {
    database = await openDatabase(path, { ...OPTIONS, waiting });
    const turns = transactions(database, { ...OPTIONS, waiting });
    await migrate(database, turns, path);
    if (!readsOnly(database)) await claim(database, turns, path);
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
    const found = version();
    if (found > FORMAT)
      throw new LociError(
        "INDEX_FORMAT",
        `the catalog was written by a newer version of Loci (format ${found}, this one reads up to ${FORMAT})`,
        { hint: "update Loci", details: { file: path, format: found, supported: FORMAT } },
      );
    const isNew = found === 0;
    database.function("sealed_body", (kind, name, body) => sealedBody(String(kind), String(name), String(body)));
    if (isNew) database.exec([...CATALOG_SCHEMA, ...FACT_SCHEMA].join(";"));
    for (const step of MIGRATIONS.slice((isNew ? TWO_TABLES : found) - 1)) database.exec(step);
    database.exec(`PRAGMA user_version = ${FORMAT}`);
  });
}

/** Leases that a copy of a file holds, restored or made while it was in use, are of those who work on the other one: they are nobody's here. */
async function claim(database: DatabaseSync, turns: Transactions, path: string): Promise<void> {
  const here = (inode(path) ?? 0) % 2 ** 31;
  const said = (): number => Number(database.prepare("PRAGMA application_id").get()?.["application_id"]);
  const work = (): void => {
    // One that an earlier version made says nothing yet, and its leases are those of who works on it now.
    if (said() !== 0 && said() !== here) database.exec("DELETE FROM catalog_records WHERE kind = 'lease'");
    database.exec(`PRAGMA application_id = ${here}`);
  };
  // On a full disk the next opening does it: reading needs none of it.
  if (said() !== here) await turns.write(work).catch(() => undefined);
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
      await turns.rewrite();
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

const inode = (path: string): number | null => statSync(path, { throwIfNoEntry: false })?.ino ?? null;
