import { copyOfFacts, type FactState, factWriterOf, noFacts } from "../../src/storage/ports/fact-state.ts";
import type { FactReader, FactStore, FactWriter } from "../../src/storage/ports/fact-store.ts";
import { ask, type SqlRunner, type SqlWork } from "../../src/storage/sql/runner.ts";

const SCHEMA: readonly string[] = [
  "CREATE TABLE IF NOT EXISTS fact_state (id INTEGER PRIMARY KEY, version BIGINT NOT NULL, sequence BIGINT NOT NULL)",
  "INSERT INTO fact_state (id, version, sequence) VALUES (1, 0, 0) ON CONFLICT DO NOTHING",
  `CREATE TABLE IF NOT EXISTS fact_records (
    part TEXT NOT NULL, name TEXT NOT NULL, version BIGINT NOT NULL, body TEXT, PRIMARY KEY (part, name))`,
  "CREATE INDEX IF NOT EXISTS fact_records_version ON fact_records (version)",
];

const PARTS = ["lists", "changes", "focus", "synonyms", "aliases"] as const;

/**
 * Facts in a database over a network. What a piece of work reads it reads at once, so all facts are held by this process as they were at a version;
 * each call first reads what has changed since, and a write writes what it changed, under a lock of the database.
 */
export async function openSqlFactStore(runner: SqlRunner): Promise<FactStore> {
  await runner.write(function* () {
    for (const sql of SCHEMA) yield* ask(sql);
  });
  return new SqlFactStore(runner);
}

class SqlFactStore implements FactStore {
  readonly #runner: SqlRunner;
  #cached: { readonly version: number; readonly state: FactState } = { version: 0, state: noFacts() };

  constructor(runner: SqlRunner) {
    this.#runner = runner;
  }

  async read<T>(work: (reader: FactReader) => T): Promise<T> {
    const cached = await this.#runner.read(() => current(this.#cached));
    this.#cached = cached;
    return work(factWriterOf(cached.state));
  }

  async write<T>(work: (writer: FactWriter) => T): Promise<T> {
    const cached = this.#cached;
    const done = await this.#runner.write(function* () {
      // Locks the row: writers of all processes take turns.
      yield* ask("UPDATE fact_state SET version = version");
      const now = yield* current(cached);
      const next = copyOfFacts(now.state);
      const result = work(factWriterOf(next));
      yield* save(now.state, next, now.version + 1);
      return { result, cached: { version: now.version + 1, state: next } };
    });
    if (done.cached.version > this.#cached.version) this.#cached = done.cached;
    return done.result;
  }

  /** Rows that are gone stand in the files of the server until it vacuums them: that is not ours to do. */
  async purge(): Promise<void> {}

  close(): Promise<void> {
    return this.#runner.close();
  }
}

/** What is held, with what has changed since. */
function* current(cached: { readonly version: number; readonly state: FactState }): SqlWork<{
  readonly version: number;
  readonly state: FactState;
}> {
  const [row] = yield* ask("SELECT version, sequence FROM fact_state");
  const version = Number(row?.["version"] ?? 0);
  if (version === cached.version) return cached;
  const state = copyOfFacts(cached.state);
  state.sequence = Number(row?.["sequence"] ?? 0);
  const rows = yield* ask("SELECT part, name, body FROM fact_records WHERE version > ?", cached.version);
  for (const { part, name, body } of rows) {
    const key = keyOf(part as (typeof PARTS)[number], name as string);
    const map = state[part as (typeof PARTS)[number]] as Map<unknown, unknown>;
    if (body === null) map.delete(key);
    else map.set(key, JSON.parse(body as string));
  }
  return { version, state };
}

/** Writes what differs. What went leaves a row without a body, so that others hear of it. */
function* save(before: FactState, after: FactState, version: number): SqlWork<void> {
  for (const part of PARTS) {
    const [old, now] = [before[part], after[part]] as [Map<unknown, unknown>, Map<unknown, unknown>];
    for (const [key, value] of now)
      if (old.get(key) !== value) yield* put(part, JSON.stringify(key), version, JSON.stringify(value));
    for (const key of old.keys()) if (!now.has(key)) yield* put(part, JSON.stringify(key), version, null);
  }
  yield* ask("UPDATE fact_state SET version = ?, sequence = ?", version, after.sequence);
}

function* put(part: string, name: string, version: number, body: string | null): SqlWork<void> {
  yield* ask(
    `INSERT INTO fact_records (part, name, version, body) VALUES (?, ?, ?, ?)
      ON CONFLICT (part, name) DO UPDATE SET version = excluded.version, body = excluded.body`,
    part,
    name,
    version,
    body,
  );
}

function keyOf(part: (typeof PARTS)[number], name: string): unknown {
  const key = JSON.parse(name) as unknown;
  return part === "changes" ? Number(key) : key;
}
