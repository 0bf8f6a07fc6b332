import type { FactReader, FactStore, FactWriter } from "../ports/fact-store.ts";
import { type FactEdit, type FactPart, FactState, factWriterOf } from "./fact-state.ts";
import { ask, sealedBody, type SqlRunner, type SqlWork, valueOf } from "./runner.ts";

/**
 * A row a thing, as JSON text with a seal behind it, with the version of the facts in which it was last written. The row `gone` has the last version in which
 * something went.
 */
export const FACT_SCHEMA: readonly string[] = [
  "CREATE TABLE IF NOT EXISTS fact_state (id INTEGER PRIMARY KEY, version BIGINT NOT NULL, sequence BIGINT NOT NULL)",
  "INSERT INTO fact_state (id, version, sequence) VALUES (1, 0, 0) ON CONFLICT DO NOTHING",
  `CREATE TABLE IF NOT EXISTS fact_records (
    part TEXT NOT NULL, name TEXT NOT NULL, version BIGINT NOT NULL, body TEXT, PRIMARY KEY (part, name))`,
  "CREATE INDEX IF NOT EXISTS fact_records_version ON fact_records (version)",
];

/** Every row that holds something. */
export const FACT_ROWS = "SELECT part AS kind, name, body FROM fact_records WHERE part <> 'gone' AND body IS NOT NULL";
/** How errors name such a row: its name says what somebody's facts are about. */
export const BROKEN_FACT = "a fact";

const GONE = "gone";
export async function openSqlFactStore(runner: SqlRunner): Promise<FactStore> {
  await runner.write(function* () {
    for (const sql of FACT_SCHEMA) yield* ask(sql);
  });
  return sqlFactStore(runner);
}

/**
 * Facts in tables of a database. What a piece of work reads it reads at once, so this process holds all facts as they were at a version; each
 * call first reads what was written since, and a write stores what it changed.
 * Cost: opening reads everything, about 10 ms a thousand facts; after that a call reads one row, and what others wrote.
 */
export function sqlFactStore(runner: SqlRunner): FactStore {
  let held = { version: 0, state: new FactState() };

  function* catchUp(): SqlWork<void> {
    const { version: from } = held;
    const [row] = yield* ask(
      "SELECT version, sequence, (SELECT version FROM fact_records WHERE part = ?) AS gone FROM fact_state",
      GONE,
    );
    const version = Number(row?.["version"] ?? 0);
    if (version === from) return;
    // What went has no row that says so.
    const anew = Number(row?.["gone"] ?? 0) > from;
    const rows = yield* ask(`${FACT_ROWS} AND version > ?`, anew ? 0 : from);
    // Over a network another call may have been faster.
    if (held.version >= version) return;
    const state = anew ? new FactState() : held.state;
    for (const row of rows)
      state.apply({
        part: row["kind"] as FactPart,
        key: JSON.parse(row["name"] as string) as string | number,
        value: valueOf(row, BROKEN_FACT),
      });
    state.sequence = Number(row?.["sequence"] ?? 0);
    held = { version, state };
  }

  return {
    async read<T>(work: (reader: FactReader) => T): Promise<T> {
      await runner.read(catchUp);
      return work(factWriterOf(held.state));
    },
    async write<T>(work: (writer: FactWriter) => T): Promise<T> {
      const done = await runner.write(function* () {
        yield* catchUp();
        const tried = held.state.try(work);
        const version = held.version + 1;
        if (tried.edits.length > 0) yield* save(tried.edits, { version, sequence: tried.sequence });
        return { ...tried, version };
      });
      // What has been read since has it already.
      if (done.edits.length > 0 && held.version < done.version) {
        for (const edit of done.edits) held.state.apply(edit);
        held.state.sequence = done.sequence;
        held = { version: done.version, state: held.state };
      }
      return done.result;
    },
    purge: async () => await runner.purge?.(),
    close: () => runner.close(),
  };
}

function* save(
  edits: readonly FactEdit[],
  { version, sequence }: { readonly version: number; readonly sequence: number },
): SqlWork<void> {
  for (const { part, key, value } of edits) {
    const name = JSON.stringify(key);
    if (value === undefined) yield* ask("DELETE FROM fact_records WHERE part = ? AND name = ?", part, name);
    else yield* put(part, { name, version, body: sealedBody(part, name, JSON.stringify(value)) });
  }
  if (edits.some(({ value }) => value === undefined)) yield* put(GONE, { name: "", version, body: "" });
  yield* ask("UPDATE fact_state SET version = ?, sequence = ?", version, sequence);
}

function* put(
  part: string,
  { name, version, body }: { readonly name: string; readonly version: number; readonly body: string },
): SqlWork<void> {
  yield* ask(
    `INSERT INTO fact_records (part, name, version, body) VALUES (?, ?, ?, ?)
      ON CONFLICT (part, name) DO UPDATE SET version = excluded.version, body = excluded.body`,
    ...[part, name, version, body],
  );
}
