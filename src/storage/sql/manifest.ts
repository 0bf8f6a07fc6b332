import { operation, step } from "../../model/next-step.ts";
import type { VisibleScopes } from "../../model/caller.ts";
import { LociError } from "../../model/error.ts";
import type {
  Manifest,
  ManifestCommit,
  ManifestEntry,
  ManifestLeftover,
  ManifestSnapshot,
  ManifestState,
} from "../ports/manifest.ts";
import type { IndexCounts } from "../ports/search-index.ts";
import { ask, type SqlRow, type SqlRunner, type SqlWork } from "./runner.ts";

/** Names of documents are kept as JSON text: neither NUL nor half a surrogate pair is for every database. */
const SCHEMA: readonly string[] = [
  `CREATE TABLE IF NOT EXISTS index_state (
    id INTEGER PRIMARY KEY, name TEXT NOT NULL, sequence BIGINT NOT NULL, next BIGINT NOT NULL, model TEXT, dimension INTEGER)`,
  `CREATE TABLE IF NOT EXISTS index_documents (
    number BIGINT PRIMARY KEY, source TEXT NOT NULL, path TEXT NOT NULL, scope TEXT NOT NULL, status TEXT NOT NULL,
    owner TEXT NOT NULL, beat BIGINT NOT NULL, drawers BIGINT NOT NULL, vectors BIGINT NOT NULL, tokens BIGINT NOT NULL,
    text_bytes BIGINT NOT NULL, continued BIGINT NOT NULL, body TEXT NOT NULL)`,
  `CREATE UNIQUE INDEX IF NOT EXISTS index_documents_ready ON index_documents (path, source) WHERE status = 'ready'`,
  `CREATE INDEX IF NOT EXISTS index_documents_left ON index_documents (number) WHERE status <> 'ready'`,
  `CREATE TABLE IF NOT EXISTS index_terms (
    scope TEXT NOT NULL, term BIGINT NOT NULL, drawers BIGINT NOT NULL, PRIMARY KEY (term, scope))`,
  `CREATE TABLE IF NOT EXISTS index_scopes (
    scope TEXT PRIMARY KEY, documents BIGINT NOT NULL, drawers BIGINT NOT NULL, vectors BIGINT NOT NULL,
    tokens BIGINT NOT NULL, text_bytes BIGINT NOT NULL, continued BIGINT NOT NULL)`,
];

const ROWS_A_STATEMENT = 50;
const COLUMNS =
  "source, path, scope, owner, beat, drawers, vectors, tokens, text_bytes, continued, body, number, status";

export async function openSqlManifest(runner: SqlRunner): Promise<Manifest> {
  await runner.write(function* () {
    for (const sql of SCHEMA) yield* ask(sql);
  });
  const { items, entries: pairs } = runner.dialect;
  /** Rows of a JSON array in a value, as whole numbers. */
  const among = `(SELECT CAST(value AS BIGINT) FROM ${items})`;
  return {
    state: () => runner.read(() => readState()),
    make: (name) =>
      runner.write(function* () {
        yield* ask(
          "INSERT INTO index_state (id, name, sequence, next, model, dimension) VALUES (1, ?, 0, 1, NULL, NULL) ON CONFLICT DO NOTHING",
          name,
        );
        return (yield* readState()) as ManifestState;
      }),
    clear: () =>
      runner.write(function* () {
        for (const table of ["index_state", "index_documents", "index_terms", "index_scopes"])
          yield* ask(`DELETE FROM ${table}`);
      }),
    setModel: (identity) =>
      runner.write(function* () {
        yield* ask("UPDATE index_state SET model = ?", identity);
      }),
    snapshot: (visible, terms) => runner.read(() => readSnapshot(visible, terms, { items, among })),
    documents: (numbers) =>
      runner.read(function* () {
        const rows = yield* ask(
          `SELECT number, body FROM index_documents WHERE status = 'ready' AND number IN ${among}`,
          JSON.stringify(numbers),
        );
        return rows.map(({ number, body }) => ({
          number: Number(number),
          ...(JSON.parse(body as string) as ManifestEntry),
        }));
      }),
    numbers: () =>
      runner.read(function* () {
        const rows = yield* ask("SELECT number FROM index_documents WHERE status = 'ready' ORDER BY number");
        return rows.map(({ number }) => Number(number));
      }),
    find: (refs) => runner.read(() => findReady(refs, items)),
    prepare: (entries, owner, now) => runner.write(() => prepare(entries, owner, now)),
    beat: (owner, now) =>
      runner.write(function* () {
        yield* ask("UPDATE index_documents SET beat = ? WHERE status = 'pending' AND owner = ?", now, owner);
      }),
    commit: (change) => runner.write(() => commit(change, { items, pairs, among })),
    leftovers: () =>
      runner.read(function* () {
        const rows = yield* ask("SELECT number, status, owner, beat FROM index_documents WHERE status <> 'ready'");
        return rows.map(({ number, status, owner, beat }) => ({
          number: Number(number),
          status: status as ManifestLeftover["status"],
          owner: owner as string,
          beat: Number(beat),
        }));
      }),
    forget: (numbers) =>
      runner.write(function* () {
        yield* ask(
          `DELETE FROM index_documents WHERE status <> 'ready' AND number IN ${among}`,
          JSON.stringify(numbers),
        );
      }),
    close: () => runner.close(),
  };
}

/** What statements are put together from: see `SqlRunner.dialect`; `among` are the numbers of a JSON array. */
interface Parts {
  readonly items: string;
  readonly pairs: string;
  readonly among: string;
}

function* readSnapshot(
  visible: VisibleScopes,
  terms: readonly number[],
  { items, among }: Pick<Parts, "items" | "among">,
): SqlWork<ManifestSnapshot | null> {
  const scopes = visible === "all" ? "" : ` AND scope IN (SELECT value FROM ${items})`;
  const bound = visible === "all" ? [] : [JSON.stringify(visible)];
  const state = yield* readState();
  if (state === null) return null;
  const [sums = {}] = yield* ask(
    `SELECT SUM(documents) AS documents, SUM(drawers) AS drawers, SUM(vectors) AS vectors, SUM(tokens) AS tokens,
          SUM(text_bytes) AS bytes, SUM(continued) AS continued FROM index_scopes WHERE 1 = 1${scopes}`,
    ...bound,
  );
  const hidden = yield* ask(
    `SELECT number FROM index_documents WHERE status <> 'ready'${scopes} ORDER BY number`,
    ...bound,
  );
  const termRows =
    terms.length === 0
      ? []
      : yield* ask(
          `SELECT term, SUM(drawers) AS n FROM index_terms WHERE term IN ${among}${scopes} GROUP BY term`,
          JSON.stringify(terms),
          ...bound,
        );
  const byTerm = new Map(termRows.map(({ term, n }) => [Number(term), Number(n)]));
  return {
    state,
    counts: countsOf(sums),
    continued: Number(sums["continued"] ?? 0),
    termFrequencies: terms.map((term) => byTerm.get(term) ?? 0),
    hidden: hidden.map(({ number }) => Number(number)),
  };
}

function* prepare(entries: readonly ManifestEntry[], owner: string, now: number): SqlWork<readonly number[]> {
  const [{ next = 0 } = {}] = yield* ask(
    "UPDATE index_state SET next = next + ? RETURNING next",
    Math.max(1, entries.length),
  );
  const first = Number(next) - Math.max(1, entries.length);
  for (let start = 0; start < entries.length; start += ROWS_A_STATEMENT) {
    const slice = entries.slice(start, start + ROWS_A_STATEMENT);
    yield* ask(
      `INSERT INTO index_documents (${COLUMNS}) VALUES ${slice.map(() => "(?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, 'pending')").join(", ")}`,
      ...slice.flatMap((entry, i) => [
        JSON.stringify(entry.document.source),
        JSON.stringify(entry.document.path),
        entry.document.scope,
        owner,
        now,
        entry.drawers,
        entry.vectors,
        entry.tokens,
        entry.textBytes,
        entry.continued,
        JSON.stringify(entry),
        first + start + i,
      ]),
    );
  }
  return entries.map((_, i) => first + i);
}

function* commit(
  change: ManifestCommit,
  { items, pairs, among }: Parts,
): SqlWork<{ readonly sequence: number } | null> {
  const state = yield* readState(" FOR UPDATE", items);
  if (state === null) throw swept();
  if (change.dimension !== null && state.dimension !== null && change.dimension !== state.dimension)
    throw new LociError(
      "STORAGE_FAILED",
      `the index holds vectors of ${state.dimension} components, not of ${change.dimension}`,
      { hint: step`run ${operation("data rebuild")}` },
    );
  const found = yield* findReady(change.targets, items);
  if (change.targets.some(({ number }, i) => number !== found[i])) return null;
  const ready = JSON.stringify(change.ready);
  const [{ n = 0 } = {}] = yield* ask(
    `SELECT COUNT(*) AS n FROM index_documents WHERE status = 'pending' AND owner = ? AND number IN ${among}`,
    change.owner,
    ready,
  );
  if (Number(n) !== change.ready.length) throw swept();
  const dead = JSON.stringify(found.filter((number) => number !== null));
  yield* addUp(dead, "-", among);
  yield* addUp(ready, "+", among);
  yield* ask(`UPDATE index_documents SET status = 'dead' WHERE number IN ${among}`, dead);
  yield* ask(`UPDATE index_documents SET status = 'ready' WHERE number IN ${among}`, ready);
  for (const [scope, terms] of change.terms) yield* countTerms(scope, terms, pairs);
  yield* ask(
    "UPDATE index_state SET sequence = sequence + 1, dimension = COALESCE(dimension, CAST(? AS INTEGER))",
    change.dimension,
  );
  return { sequence: state.sequence + 1 };
}

/** @param lock for a writer: `FOR UPDATE`, where the database knows it (the other locks everything) */
function* readState(lock = "", items = ""): SqlWork<ManifestState | null> {
  const [row] = yield* ask(
    `SELECT name, sequence, model, dimension FROM index_state${items.startsWith("json_each") ? "" : lock}`,
  );
  if (row === undefined) return null;
  return {
    name: row["name"] as string,
    sequence: Number(row["sequence"]),
    model: row["model"] as string | null,
    dimension: row["dimension"] === null ? null : Number(row["dimension"]),
  };
}

function* findReady(
  refs: readonly { readonly source: string; readonly path: string }[],
  items: string,
): SqlWork<readonly (number | null)[]> {
  if (refs.length === 0) return [];
  const rows = yield* ask(
    `SELECT number, source, path FROM index_documents WHERE status = 'ready' AND path IN (SELECT value FROM ${items})`,
    JSON.stringify([...new Set(refs.map(({ path }) => JSON.stringify(path)))]),
  );
  const byName = new Map(rows.map(({ number, source, path }) => [`${source},${path}`, Number(number)]));
  return refs.map(({ source, path }) => byName.get(`${JSON.stringify(source)},${JSON.stringify(path)}`) ?? null);
}

/** Adds versions to what their scopes come to, or takes them away. */
function* addUp(numbers: string, sign: "+" | "-", among: string): SqlWork<void> {
  const sums = ["drawers", "vectors", "tokens", "text_bytes", "continued"];
  yield* ask(
    `INSERT INTO index_scopes (scope, documents, ${sums.join(", ")})
      SELECT scope, ${sign}COUNT(*), ${sums.map((name) => `${sign}SUM(${name})`).join(", ")}
      FROM index_documents WHERE number IN ${among} GROUP BY scope
      ON CONFLICT (scope) DO UPDATE SET ${["documents", ...sums].map((name) => `${name} = index_scopes.${name} + excluded.${name}`).join(", ")}`,
    numbers,
  );
}

function* countTerms(scope: string, terms: ReadonlyMap<number, number>, entries: string): SqlWork<void> {
  const changed = [...terms].filter(([, by]) => by !== 0);
  if (changed.length === 0) return;
  yield* ask(
    `INSERT INTO index_terms (scope, term, drawers)
      SELECT CAST(? AS TEXT), CAST(key AS BIGINT), CAST(value AS BIGINT) FROM ${entries} WHERE 1 = 1
      ON CONFLICT (term, scope) DO UPDATE SET drawers = index_terms.drawers + excluded.drawers`,
    scope,
    JSON.stringify(Object.fromEntries(changed)),
  );
  const fewer = changed.filter(([, by]) => by < 0);
  if (fewer.length > 0)
    yield* ask(
      `DELETE FROM index_terms WHERE scope = ? AND drawers <= 0 AND term IN (SELECT CAST(key AS BIGINT) FROM ${entries})`,
      scope,
      JSON.stringify(Object.fromEntries(fewer)),
    );
}

function countsOf(row: SqlRow): IndexCounts {
  const of = (name: string): number => Number(row[name] ?? 0);
  return {
    documents: of("documents"),
    drawers: of("drawers"),
    vectors: of("vectors"),
    tokens: of("tokens"),
    textBytes: of("bytes"),
  };
}

const swept = (): LociError =>
  new LociError("STORAGE_FAILED", "the upload was taken for abandoned, and undone, before it was complete", {
    hint: "run the command again",
  });
