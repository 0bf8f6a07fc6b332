import {
  type AccessLog,
  type AuditEntry,
  type AuditTrail,
  type Catalog,
  type Cursor,
  type CursorStore,
  type JobStore,
  type Lease,
  type LeaseAttempt,
  type LeaseOwner,
  type LeaseStore,
  MAX_ACCESSES_KEPT,
  MAX_AUDIT_ENTRIES,
  MAX_JOBS,
  type PalaceRead,
  type PalaceStore,
  type Refusal,
  type RefusalStore,
  type SourceStore,
} from "../../ports/catalog.ts";
import type { Access } from "../../../model/access.ts";
import type { Job } from "../../../model/job.ts";
import { NO_EDITS, type PalaceEdits } from "../../../model/palace-edits.ts";
import type { Source } from "../../../model/source.ts";
import { Connection } from "./connection.ts";
import { sqliteSpendStore } from "./spend-store.ts";
import { Table } from "./table.ts";

/**
 * Opens the catalog in one SQLite file, which is made when it isn't there.
 *
 * @param path of `catalog.sqlite`; its folder must exist
 * @throws LociError `STORAGE_FAILED` (damaged, no permission), `STORAGE_BUSY`, `INDEX_FORMAT` (written by a newer version)
 * Cost: about 2 ms; a write is one transaction without a sync of the disk, about 0.1 ms.
 *
 * @example const catalog = await openSqliteCatalog("/home/me/.loci/projects/default/catalog.sqlite");
 */
export async function openSqliteCatalog(path: string): Promise<Catalog> {
  const connection = await Connection.open(path);
  const sources = new Table<SourceRow>(connection, {
    name: "source",
    key: ["key"],
    columns: { key: "key", source: "body" },
    json: "source",
  });
  const palace = new Table<PalaceRow>(connection, {
    name: "palace",
    key: ["id"],
    columns: { id: "id", version: "version", edits: "body" },
    json: "edits",
  });
  const kept = keptForSearch(connection, () => ({
    sources: listed(sources),
    palace: edited(palace.read("")),
  }));
  return {
    sources: sourcesOf(connection, sources, kept.forget),
    jobs: jobsOf(connection),
    leases: leasesOf(connection),
    accesses: accessesOf(connection),
    cursors: cursorsOf(connection),
    refusals: refusalsOf(connection),
    audit: auditOf(connection),
    spend: sqliteSpendStore(connection),
    palace: palaceOf(connection, palace, kept.forget),
    async forSearch() {
      return kept.read();
    },
    async check() {
      const rows = connection.read("PRAGMA integrity_check");
      return rows.map((row) => String(row["integrity_check"])).filter((line) => line !== "ok");
    },
    readsOnly: connection.readsOnly,
    async close() {
      await connection.close();
    },
  };
}

/** Sources, each one JSON body under its key. */
interface SourceRow {
  readonly key: string;
  readonly source: Source;
}

/** Edits of the palace, all of them as one JSON body: there are few, and they are read together. */
interface PalaceRow extends PalaceRead {
  readonly id: 1;
}

type ForSearch = Awaited<ReturnType<Catalog["forSearch"]>>;

/** What every search asks for, kept until somebody has written it. */
interface KeptForSearch {
  readonly read: () => ForSearch;
  /** This connection has written some of it; of others SQLite tells. */
  readonly forget: () => void;
}

/** Keeps nothing until the first search. */
function keptForSearch(connection: Connection, read: () => ForSearch): KeptForSearch {
  let kept: { readonly version: number; readonly value: ForSearch } | null = null;
  return {
    read() {
      const version = connection.otherWrites();
      if (kept?.version !== version) kept = { version, value: read() };
      return kept.value;
    },
    forget: () => void (kept = null),
  };
}

/** @param onWrite called after each write */
function palaceOf(connection: Connection, table: Table<PalaceRow>, onWrite: () => void): PalaceStore {
  return {
    read: async () => edited(table.read("")),
    async change(work) {
      const changed = await connection.write((): PalaceEdits => {
        const { version, edits } = edited(table.rows(""));
        const next = work(edits);
        if (next !== edits) table.put({ id: 1, version: version + 1, edits: next });
        return next;
      });
      onWrite();
      return changed;
    },
  };
}

/** The edits as they are now; none where nobody has made any. */
function edited([row]: readonly PalaceRead[]): PalaceRead {
  return row === undefined ? { version: 0, edits: NO_EDITS } : { version: row.version, edits: row.edits };
}

/** @param onWrite called after each write */
function sourcesOf(connection: Connection, table: Table<SourceRow>, onWrite: () => void): SourceStore {
  return {
    list: async () => listed(table),
    get: async (key) => table.read("WHERE key = ?", key)[0]?.source ?? null,
    async put(source) {
      await connection.write(() => table.put({ key: source.key, source }));
      onWrite();
    },
    async remove(key) {
      const removed = await connection.write(() => table.remove("WHERE key = ?", key));
      onWrite();
      return removed > 0;
    },
  };
}

/** All sources, sorted by key. */
function listed(table: Table<SourceRow>): readonly Source[] {
  return table.read("ORDER BY key").map(({ source }) => source);
}

function cursorsOf(connection: Connection): CursorStore {
  const table = new Table<Cursor>(connection, {
    name: "chat_cursor",
    key: ["source", "path"],
    columns: { source: "source", path: "path", offset: "offset", lastId: "last_id", hash: "hash" },
  });
  return {
    get: async (source, path) => table.read("WHERE source = ? AND path = ?", source, path)[0] ?? null,
    put: (cursor) => connection.write(() => table.put(cursor)),
    removeSource: (source) => connection.write(() => void table.remove("WHERE source = ?", source)),
  };
}

/** Jobs, each one JSON body; the ordinal is the order of their first put. */
function jobsOf(connection: Connection): JobStore {
  const table = new Table<Pick<Job, "id" | "status"> & { readonly job: Job }>(connection, {
    name: "job",
    key: ["id"],
    columns: { id: "id", status: "status", job: "body" },
    json: "job",
  });
  return {
    put: (job) =>
      connection.write(() => {
        table.put({ id: job.id, status: job.status, job });
        table.keepNewest(MAX_JOBS);
      }),
    get: async (id) => table.read("WHERE id = ?", id)[0]?.job ?? null,
    list: async (limit) => table.read("ORDER BY ordinal DESC LIMIT ?", limit).map(({ job }) => job),
    unfinished: async () => table.read("WHERE status IN ('queued', 'running') ORDER BY ordinal").map(({ job }) => job),
  };
}

function refusalsOf(connection: Connection): RefusalStore {
  const table = new Table<Refusal & { readonly source: string }>(connection, {
    name: "refusal",
    key: ["source", "path"],
    columns: {
      source: "source",
      path: "path",
      bytes: "bytes",
      modifiedAt: "modified_at",
      contentHash: "content_hash",
      reason: "reason",
    },
  });
  return {
    of: async (source) =>
      table.read("WHERE source = ? ORDER BY path", source).map(({ source: _source, ...refusal }) => refusal),
    replace: (source, refusals) =>
      connection.write(() => {
        table.remove("WHERE source = ?", source);
        for (const refusal of refusals) table.put({ source, ...refusal });
      }),
  };
}

interface LeaseRow extends LeaseOwner, Omit<Lease, "owner"> {}

/** Every step is one statement or one transaction, so of several takers one wins. */
function leasesOf(connection: Connection): LeaseStore {
  const table = new Table<LeaseRow>(connection, {
    name: "lease",
    key: ["name"],
    columns: { name: "name", pid: "pid", host: "host", token: "token", takenAt: "taken_at", beatAt: "beat_at" },
  });
  const lease = ({ name, pid, host, token, takenAt, beatAt }: LeaseRow): Lease => ({
    name,
    owner: { pid, host, token },
    takenAt,
    beatAt,
  });
  return {
    take: (name, { pid, host, token }, now, replacing) =>
      connection.write((): LeaseAttempt => {
        const holder = table.rows("WHERE name = ?", name).map(lease)[0];
        if (
          holder !== undefined &&
          !(holder.owner.token === replacing?.owner.token && holder.beatAt === replacing.beatAt)
        )
          return { held: false, holder };
        table.put({ name, pid, host, token, takenAt: now, beatAt: now });
        return { held: true };
      }),
    beat: async (name, token, now) =>
      (await connection.write(() =>
        connection.run("UPDATE lease SET beat_at = ? WHERE name = ? AND token = ?", now, name, token),
      )) > 0,
    release: (name, token) => connection.giveUp(() => void table.remove("WHERE name = ? AND token = ?", name, token)),
    list: async () => table.read("ORDER BY name").map(lease),
  };
}

/** Oldest entries are dropped. */
function auditOf(connection: Connection): AuditTrail {
  const table = new Table<AuditEntry>(connection, {
    name: "audit",
    columns: { time: "time", caller: "caller", action: "action", object: "object", details: "details" },
    json: "details",
  });
  return {
    async append(entries) {
      if (entries.length === 0) return;
      await connection.write(() => {
        for (const entry of entries) table.put(entry);
        table.keepNewest(MAX_AUDIT_ENTRIES);
      });
    },
    list: async (limit) => table.read("ORDER BY ordinal DESC LIMIT ?", limit),
  };
}

/** The ordinal is the order of recording. What is too old goes when something newer comes. */
function accessesOf(connection: Connection): AccessLog {
  const table = new Table<Access>(connection, {
    name: "access",
    columns: { drawer: "drawer", kind: "kind", caller: "caller", queryHash: "query_hash", time: "time" },
  });
  return {
    async record(accesses) {
      if (accesses.length === 0) return;
      await connection.write(() => {
        for (const access of accesses) table.put(access);
        const touched = new Map(accesses.map(({ drawer, caller }) => [`${drawer} ${caller}`, [drawer, caller]]));
        for (const pair of touched.values()) table.keepNewest(MAX_ACCESSES_KEPT, "drawer = ? AND caller = ?", ...pair);
      });
    },
    async last(drawers, callers) {
      const among = callers === "all" ? "" : "AND caller IN (SELECT value FROM json_each(?))";
      const found = table.read(
        `WHERE drawer IN (SELECT value FROM json_each(?)) ${among} ORDER BY ordinal DESC`,
        JSON.stringify(drawers),
        ...(callers === "all" ? [] : [JSON.stringify(callers)]),
      );
      const byDrawer = Map.groupBy(found, ({ drawer }) => drawer);
      for (const [drawer, latest] of byDrawer) byDrawer.set(drawer, latest.slice(0, MAX_ACCESSES_KEPT));
      return byDrawer;
    },
    forget: (drawers) =>
      connection.write(
        () => void table.remove("WHERE drawer IN (SELECT value FROM json_each(?))", JSON.stringify(drawers)),
      ),
  };
}
