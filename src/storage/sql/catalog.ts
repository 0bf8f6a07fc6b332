import type { Access } from "../../model/search.ts";
import type { Caller } from "../../model/caller.ts";
import type { Job } from "../../operations/answers/run.ts";
import { NO_EDITS, type PalaceEdits } from "../../model/drawer.ts";
import type { Source } from "../../model/source.ts";
import {
  sumOf,
  MAX_ACCESSES_KEPT,
  type Catalog,
  type PalaceRead,
  type AuditEntry,
  MAX_AUDIT_ENTRIES,
  type Cursor,
  MAX_JOBS,
  type Lease,
  type LeaseAttempt,
  type Refusal,
  SPEND_DAYS,
  limitPassed,
  type SpendEntry,
} from "../ports/catalog.ts";
import { BROKEN_FACT, FACT_ROWS, FACT_SCHEMA } from "./facts.ts";
import { ask, readRow, sealedBody, type SqlRow, type SqlRunner, type SqlWork, valueOf } from "./runner.ts";
import { ascending } from "../../text/words.ts";

/**
 * One table for everything: what kind of thing, its key, a group to ask by, when it came, and the thing as JSON text with a seal behind it. Keys are
 * JSON text, too: neither NUL nor half a surrogate pair is for every database.
 */
export const CATALOG_SCHEMA: readonly string[] = [
  `CREATE TABLE IF NOT EXISTS catalog_records (
    kind TEXT NOT NULL, name TEXT NOT NULL, grouped TEXT NOT NULL, came BIGINT NOT NULL, body TEXT NOT NULL, PRIMARY KEY (kind, name))`,
  "CREATE INDEX IF NOT EXISTS catalog_records_grouped ON catalog_records (kind, grouped, came)",
  "CREATE INDEX IF NOT EXISTS catalog_records_came ON catalog_records (kind, came)",
];

/** Things of one kind: get, put, list and remove, inside a transaction. */
class Records<T> {
  readonly #kind: string;

  constructor(kind: string) {
    this.#kind = kind;
  }

  *get(key: string): SqlWork<T | null> {
    const [row] = yield* ask(`${ROWS} AND name = ?`, this.#kind, named(key));
    return row === undefined ? null : valueOf<T>(row);
  }

  /** What is there keeps its place in the order. */
  *put(key: string, value: T, group = ""): SqlWork<void> {
    yield* ask(
      `INSERT INTO catalog_records (kind, name, grouped, came, body) VALUES (?, ?, ?, ?, ?)
        ON CONFLICT (kind, name) DO UPDATE SET grouped = excluded.grouped, body = excluded.body`,
      this.#kind,
      named(key),
      named(group),
      yield* this.#next(),
      sealedBody(this.#kind, named(key), JSON.stringify(value)),
    );
  }

  *append(value: T, group = ""): SqlWork<void> {
    yield* this.put(String(yield* this.#next()), value, group);
  }

  *#next(): SqlWork<number> {
    const [last] = yield* ask("SELECT MAX(came) AS n FROM catalog_records WHERE kind = ?", this.#kind);
    return Number(last?.["n"] ?? 0) + 1;
  }

  /** In the order in which they came. */
  *list(): SqlWork<readonly T[]> {
    return valuesOf(yield* ask(`${ROWS} ORDER BY came`, this.#kind));
  }

  *newest(limit: number): SqlWork<readonly T[]> {
    return valuesOf(yield* ask(`${ROWS} ORDER BY came DESC LIMIT ?`, this.#kind, limit));
  }

  /** Of one group, the newest first. */
  *of(group: string): SqlWork<readonly T[]> {
    return valuesOf(yield* ask(`${ROWS} AND grouped = ? ORDER BY came DESC`, this.#kind, named(group)));
  }

  *remove(key: string): SqlWork<boolean> {
    const rows = yield* ask(
      "DELETE FROM catalog_records WHERE kind = ? AND name = ? RETURNING kind",
      this.#kind,
      named(key),
    );
    return rows.length > 0;
  }

  *removeGroup(group: string): SqlWork<void> {
    yield* ask("DELETE FROM catalog_records WHERE kind = ? AND grouped = ?", this.#kind, named(group));
  }

  /** Drops the oldest, but for so many. */
  *keepNewest(count: number): SqlWork<void> {
    const [last] = yield* ask(
      "SELECT came FROM catalog_records WHERE kind = ? ORDER BY came DESC LIMIT 1 OFFSET ?",
      this.#kind,
      count,
    );
    if (last !== undefined)
      yield* ask("DELETE FROM catalog_records WHERE kind = ? AND came <= ?", this.#kind, Number(last["came"]));
  }
}

const SOURCES = new Records<Source>("source");
const JOBS = new Records<Job>("job");
const LEASES = new Records<Lease>("lease");
const CURSORS = new Records<Cursor>("cursor");
const PLACES = new Records<number>("place");
const REFUSALS = new Records<readonly Refusal[]>("refusal");
const AUDIT = new Records<AuditEntry>("audit");
const ACCESSES = new Records<Access>("access");
const PALACE = new Records<PalaceRead>("palace");
const SPEND = new Records<SpendRecord>("spend");

/** A call to a language model: reserved, then settled. */
interface SpendRecord extends SpendEntry {
  readonly id: string;
  readonly settled: boolean;
}

export async function openSqlCatalog(runner: SqlRunner): Promise<Catalog> {
  await runner.write(function* () {
    for (const sql of [...CATALOG_SCHEMA, ...FACT_SCHEMA]) yield* ask(sql);
  });
  return sqlCatalog(runner);
}

/** A catalog in a database that has its tables: the same for every database that a `SqlRunner` runs on. */
export function sqlCatalog(runner: SqlRunner): Catalog {
  return {
    sources: sourcesOn(runner),
    jobs: jobsOn(runner),
    leases: leasesOn(runner),
    accesses: accessesOn(runner),
    cursors: cursorsOn(runner),
    refusals: refusalsOn(runner),
    audit: auditOn(runner),
    spend: spendOn(runner),
    palace: palaceOn(runner),
    forSearch: () =>
      runner.read(function* () {
        return { sources: sorted(yield* SOURCES.list()), palace: yield* readPalace() };
      }),
    check: () =>
      runner.read(function* () {
        const rows = (yield* broken(CATALOG_ROWS)).map(({ kind, name }) => `the ${kind} ${name}`);
        const facts = (yield* broken(FACT_ROWS)).map(() => BROKEN_FACT);
        return [...rows, ...facts].map((called) => `${called} is not as it was written`);
      }),
    purge: async () => await runner.purge?.(),
    close: () => runner.close(),
  };
}

function sourcesOn(runner: SqlRunner): Catalog["sources"] {
  return {
    list: () =>
      runner.read(function* () {
        return sorted(yield* SOURCES.list());
      }),
    get: (key) => runner.read(() => SOURCES.get(key)),
    put: (source) => runner.write(() => SOURCES.put(source.key, source)),
    remove: (key) => runner.write(() => SOURCES.remove(key)),
  };
}

function jobsOn(runner: SqlRunner): Catalog["jobs"] {
  return {
    put: (job) =>
      runner.write(function* () {
        yield* JOBS.put(job.id, job, job.status === "queued" || job.status === "running" ? "unfinished" : "");
        yield* JOBS.keepNewest(MAX_JOBS);
      }),
    get: (id) => runner.read(() => JOBS.get(id)),
    list: (limit) => runner.read(() => JOBS.newest(limit)),
    unfinished: () =>
      runner.read(function* () {
        return (yield* JOBS.of("unfinished")).toReversed();
      }),
  };
}

function leasesOn(runner: SqlRunner): Catalog["leases"] {
  return {
    take: (name, owner, now, replacing) =>
      runner.write(function* (): SqlWork<LeaseAttempt> {
        const holder = yield* LEASES.get(name);
        if (holder !== null && !(holder.owner.token === replacing?.owner.token && holder.beatAt === replacing.beatAt))
          return { held: false, holder };
        yield* LEASES.put(name, { name, owner: { ...owner }, takenAt: now, beatAt: now });
        return { held: true };
      }),
    beat: (name, token, now) =>
      runner.write(function* () {
        const lease = yield* LEASES.get(name);
        if (lease?.owner.token !== token) return false;
        yield* LEASES.put(name, { ...lease, beatAt: now });
        return true;
      }),
    release: (name, token) =>
      (runner.giveUp ?? runner.write)(function* () {
        if ((yield* LEASES.get(name))?.owner.token === token) yield* LEASES.remove(name);
      }),
    list: () =>
      runner.read(function* () {
        return (yield* LEASES.list()).toSorted((a, b) => (a.name < b.name ? -1 : 1));
      }),
  };
}

/**
 * What is kept of accesses, the newest first: those that opened or cited before those that merely listed, so that the latter, however many,
 * push none of the former out.
 */
function keptOf<T>(newestFirst: readonly T[], kindOf: (one: T) => Access["kind"]): readonly T[] {
  if (newestFirst.length <= MAX_ACCESSES_KEPT) return newestFirst;
  const isListed = (one: T): boolean => kindOf(one) === "shown";
  const byUse = [...newestFirst.filter((one) => !isListed(one)), ...newestFirst.filter(isListed)];
  const kept = new Set(byUse.slice(0, MAX_ACCESSES_KEPT));
  return newestFirst.filter((one) => kept.has(one));
}

function accessesOn(runner: SqlRunner): Catalog["accesses"] {
  /** Of one drawer, the newest first, with their names. */
  function* rowsOf(drawer: string): SqlWork<readonly { readonly name: string; readonly access: Access }[]> {
    const rows = yield* ask(`${ROWS} AND grouped = ? ORDER BY came DESC`, "access", named(drawer));
    return rows.map((row) => ({ name: row["name"] as string, access: valueOf<Access>(row) }));
  }
  return {
    async record(accesses) {
      if (accesses.length === 0) return;
      await runner.write(function* () {
        for (const access of accesses) yield* ACCESSES.append(access, access.drawer);
        for (const drawer of new Set(accesses.map((access) => access.drawer))) {
          const byCaller = Map.groupBy(yield* rowsOf(drawer), ({ access }) => access.caller);
          for (const rows of byCaller.values()) {
            const kept = new Set(keptOf(rows, ({ access }) => access.kind));
            for (const row of rows)
              if (!kept.has(row))
                yield* ask("DELETE FROM catalog_records WHERE kind = 'access' AND name = ?", row.name);
          }
        }
      });
    },
    last: (drawers, callers) =>
      runner.read(function* () {
        const found = new Map<string, readonly Access[]>();
        for (const drawer of drawers) {
          const own = (yield* rowsOf(drawer)).flatMap(({ access }) =>
            callers === "all" || callers.includes(access.caller as Caller) ? [access] : [],
          );
          if (own.length > 0)
            found.set(
              drawer,
              keptOf(own, ({ kind }) => kind),
            );
        }
        return found;
      }),
    forget: (drawers) =>
      runner.write(function* () {
        for (const drawer of drawers) yield* ACCESSES.removeGroup(drawer);
      }),
  };
}

function cursorsOn(runner: SqlRunner): Catalog["cursors"] {
  const key = (source: string, path: string): string => JSON.stringify([source, path]);
  return {
    get: (source, path) => runner.read(() => CURSORS.get(key(source, path))),
    put: (cursor, places = new Map()) =>
      runner.write(function* () {
        for (const [name, offset] of places) yield* PLACES.put(key(cursor.source, name), offset, cursor.source);
        yield* CURSORS.put(key(cursor.source, cursor.path), cursor, cursor.source);
      }),
    place: (source, name) => runner.read(() => PLACES.get(key(source, name))),
    forgetPlaces: (source) => runner.write(() => PLACES.removeGroup(source)),
    removeSource: (source) =>
      runner.write(function* () {
        yield* CURSORS.removeGroup(source);
        yield* PLACES.removeGroup(source);
      }),
  };
}

function refusalsOn(runner: SqlRunner): Catalog["refusals"] {
  return {
    of: (source) =>
      runner.read(function* () {
        return (yield* REFUSALS.get(source)) ?? [];
      }),
    replace: (source, refusals) =>
      runner.write(function* () {
        const ordered = refusals.toSorted((a, b) => (a.path < b.path ? -1 : 1));
        yield* ordered.length > 0 ? REFUSALS.put(source, ordered) : REFUSALS.remove(source);
      }),
  };
}

function auditOn(runner: SqlRunner): Catalog["audit"] {
  return {
    async append(entries) {
      if (entries.length === 0) return;
      await runner.write(function* () {
        for (const entry of entries) yield* AUDIT.append(entry);
        yield* AUDIT.keepNewest(MAX_AUDIT_ENTRIES);
      });
    },
    list: (limit) => runner.read(() => AUDIT.newest(limit)),
  };
}

function palaceOn(runner: SqlRunner): Catalog["palace"] {
  return {
    read: () => runner.read(() => readPalace()),
    change: (work) =>
      runner.write(function* (): SqlWork<PalaceEdits> {
        const { version, edits } = yield* readPalace();
        const next = work(edits);
        if (next === edits) return edits;
        yield* PALACE.put("edits", { version: version + 1, edits: next });
        return next;
      }),
  };
}

function* readPalace(): SqlWork<PalaceRead> {
  return (yield* PALACE.get("edits")) ?? { version: 0, edits: NO_EDITS };
}

function spendOn(runner: SqlRunner): Catalog["spend"] {
  return {
    reserve: (call, limits) =>
      runner.write(function* () {
        const refused = limitPassed(call, limits, yield* SPEND.of(call.day));
        if (refused !== null) return refused;
        yield* SPEND.put(call.id, { calls: 1, ...call, settled: false }, call.day);
        yield* ask("DELETE FROM catalog_records WHERE kind = 'spend' AND grouped < ?", named(oldestDay(call.day)));
        return { granted: true as const };
      }),
    settle: (id, { tokens, micros }) =>
      runner.write(function* () {
        const record = yield* SPEND.get(id);
        if (record === null || record.settled) return;
        yield* SPEND.put(id, { ...record, tokens, micros, settled: true }, record.day);
      }),
    of: (day) =>
      runner.read(function* () {
        return sumOf(yield* SPEND.of(day));
      }),
    since: (day) =>
      runner.read(function* () {
        const records = (yield* SPEND.list()).filter((one) => one.day >= day);
        const groups = Map.groupBy(records, (one) => JSON.stringify([one.day, one.caller, one.job]));
        return [...groups.values()]
          .map((group): SpendEntry => {
            const { day: of, caller, job } = group[0] as SpendRecord;
            return { day: of, caller, job, ...sumOf(group) };
          })
          .sort((a, b) => ascending(b.day, a.day) || ascending(a.caller, b.caller) || ascending(a.job, b.job));
      }),
  };
}

const oldestDay = (day: string): string =>
  new Date(Date.parse(day) - SPEND_DAYS * 86_400_000).toISOString().slice(0, 10);

const sorted = (sources: readonly Source[]): readonly Source[] => sources.toSorted((a, b) => (a.key < b.key ? -1 : 1));

const named = (text: string): string => JSON.stringify(text);

const valuesOf = <T>(rows: readonly SqlRow[]): readonly T[] => rows.map((row) => valueOf<T>(row));

const CATALOG_ROWS = "SELECT kind, name, body FROM catalog_records";
const ROWS = `${CATALOG_ROWS} WHERE kind = ?`;
function* broken(rows: string): SqlWork<readonly SqlRow[]> {
  return (yield* ask(rows)).filter((row) => readRow(row) === null);
}

/**
 * Takes out what isn't as it was written; with it what is remembered of files that stand beside the catalog, so that the next opening takes sources and
 * corrections back from its record.
 * @returns how many rows there were
 */
export async function dropBroken(runner: SqlRunner): Promise<number> {
  return await runner.write(function* () {
    const rows = yield* broken(CATALOG_ROWS);
    for (const { kind, name } of rows)
      yield* ask("DELETE FROM catalog_records WHERE kind = ? AND name = ?", kind as string, name as string);
    if (rows.length > 0) yield* ask("DELETE FROM catalog_records WHERE kind = 'cursor' AND grouped = ?", named(""));
    const facts = yield* broken(FACT_ROWS);
    for (const { kind, name } of facts)
      yield* ask("DELETE FROM fact_records WHERE part = ? AND name = ?", kind as string, name as string);
    return rows.length + facts.length;
  });
}
