import {
  type Catalog,
  type PalaceStore,
  type PalaceRead,
  type CursorStore,
  type JobStore,
  MAX_JOBS,
  type SourceStore,
} from "../../ports/catalog.ts";
import { sqliteAccessLog } from "./access-log.ts";
import { sqliteAuditTrail } from "./audit-trail.ts";
import { Connection, type Row } from "./connection.ts";
import { sqliteLeaseStore } from "./lease-store.ts";
import { sqliteRefusalStore } from "./refusal-store.ts";
import { sqliteSpendStore } from "./spend-store.ts";
import { NO_EDITS, type PalaceEdits } from "../../../model/palace-edits.ts";
import type { Source } from "../../../model/source.ts";
import type { Job } from "../../../model/job.ts";

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
  const kept = keptForSearch(connection);
  return {
    sources: sqliteSourceStore(connection, kept.forget),
    jobs: sqliteJobStore(connection),
    leases: sqliteLeaseStore(connection),
    accesses: sqliteAccessLog(connection),
    cursors: sqliteCursorStore(connection),
    refusals: sqliteRefusalStore(connection),
    audit: sqliteAuditTrail(connection),
    spend: sqliteSpendStore(connection),
    palace: sqlitePalaceStore(connection, kept.forget),
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

type ForSearch = Awaited<ReturnType<Catalog["forSearch"]>>;

/** What every search asks for, kept until somebody has written it. */
interface KeptForSearch {
  readonly read: () => ForSearch;
  /** This connection has written some of it; of others SQLite tells. */
  readonly forget: () => void;
}

/** Keeps nothing until the first search. */
function keptForSearch(connection: Connection): KeptForSearch {
  let kept: { readonly version: number; readonly value: ForSearch } | null = null;
  return {
    read() {
      const version = connection.otherWrites();
      if (kept?.version !== version)
        kept = {
          version,
          value: { sources: readSources(connection), palace: readPalace((sql) => connection.read(sql)) },
        };
      return kept.value;
    },
    forget: () => void (kept = null),
  };
}

/** Edits of the palace, all of them as one JSON body: there are few, and they are read together. @param onWrite called after each write */
function sqlitePalaceStore(connection: Connection, onWrite: () => void): PalaceStore {
  return {
    async read() {
      return readPalace((sql) => connection.read(sql));
    },
    async change(work) {
      const changed = await connection.write(() => {
        const { version, edits } = readPalace((sql) => connection.rows(sql));
        const next = work(edits);
        if (next === edits) return edits;
        connection.run(
          "INSERT OR REPLACE INTO palace (id, version, body) VALUES (1, ?, ?)",
          version + 1,
          JSON.stringify(next),
        );
        return next;
      });
      onWrite();
      return changed;
    },
  };
}

/** The edits as they are now. @param rows gives the rows of a query */
function readPalace(rows: (sql: string) => readonly Row[]): PalaceRead {
  const row = rows("SELECT version, body FROM palace")[0];
  return row === undefined
    ? { version: 0, edits: NO_EDITS }
    : { version: row["version"] as number, edits: JSON.parse(row["body"] as string) as PalaceEdits };
}

/** Sources, each one JSON body under its key. @param onWrite called after each write */
function sqliteSourceStore(connection: Connection, onWrite: () => void): SourceStore {
  return {
    async list() {
      return readSources(connection);
    },
    async get(key) {
      const row = connection.read("SELECT body FROM source WHERE key = ?", key)[0];
      return row === undefined ? null : (JSON.parse(row["body"] as string) as Source);
    },
    async put(source) {
      const body = JSON.stringify(source);
      await connection.write(() =>
        connection.run(
          "INSERT INTO source (key, body) VALUES (?, ?) ON CONFLICT (key) DO UPDATE SET body = excluded.body",
          source.key,
          body,
        ),
      );
      onWrite();
    },
    async remove(key) {
      const removed = await connection.write(() => connection.run("DELETE FROM source WHERE key = ?", key));
      onWrite();
      return removed > 0;
    },
  };
}

/** All sources, sorted by key. */
function readSources(connection: Connection): readonly Source[] {
  return connection
    .read("SELECT body FROM source ORDER BY key")
    .map(({ body }) => JSON.parse(body as string) as Source);
}

/** Cursors, one row each. */
function sqliteCursorStore(connection: Connection): CursorStore {
  return {
    async get(source, path) {
      const row = connection.read("SELECT * FROM chat_cursor WHERE source = ? AND path = ?", source, path)[0];
      if (row === undefined) return null;
      return {
        source,
        path,
        offset: row["offset"] as number,
        lastId: row["last_id"] as string | null,
        hash: row["hash"] as string,
      };
    },
    async put({ source, path, offset, lastId, hash }) {
      await connection.write(() =>
        connection.run(
          "INSERT OR REPLACE INTO chat_cursor (source, path, offset, last_id, hash) VALUES (?, ?, ?, ?, ?)",
          source,
          path,
          offset,
          lastId,
          hash,
        ),
      );
    },
    async removeSource(source) {
      await connection.write(() => connection.run("DELETE FROM chat_cursor WHERE source = ?", source));
    },
  };
}

/** Jobs, each one JSON body; the ordinal is the order of their first put. */
function sqliteJobStore(connection: Connection): JobStore {
  const job = (row: Row): Job => JSON.parse(row["body"] as string) as Job;
  return {
    async put(job) {
      const { id, status } = job;
      const body = JSON.stringify(job);
      await connection.write(() => {
        connection.run(
          `INSERT INTO job (id, status, body) VALUES (?, ?, ?)
           ON CONFLICT (id) DO UPDATE SET status = excluded.status, body = excluded.body`,
          id,
          status,
          body,
        );
        connection.run(
          "DELETE FROM job WHERE ordinal <= (SELECT ordinal FROM job ORDER BY ordinal DESC LIMIT 1 OFFSET ?)",
          MAX_JOBS,
        );
      });
    },
    async get(id) {
      const row = connection.read("SELECT body FROM job WHERE id = ?", id)[0];
      return row === undefined ? null : job(row);
    },
    async list(limit) {
      return connection.read("SELECT body FROM job ORDER BY ordinal DESC LIMIT ?", limit).map(job);
    },
    async unfinished() {
      return connection.read("SELECT body FROM job WHERE status IN ('queued', 'running') ORDER BY ordinal").map(job);
    },
  };
}
