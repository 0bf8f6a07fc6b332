import type { Catalog } from "../../ports/catalog.ts";
import { sqliteAccessLog } from "./access-log.ts";
import { sqliteAuditTrail } from "./audit-trail.ts";
import { Connection } from "./connection.ts";
import { sqliteCursorStore } from "./cursor-store.ts";
import { sqliteJobStore } from "./job-store.ts";
import { keptForSearch } from "./kept-for-search.ts";
import { sqliteLeaseStore } from "./lease-store.ts";
import { sqlitePalaceStore } from "./palace-store.ts";
import { sqliteRefusalStore } from "./refusal-store.ts";
import { sqliteSourceStore } from "./source-store.ts";

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
    capabilities: { multiProcess: true, durable: true },
    sources: sqliteSourceStore(connection, kept.forget),
    jobs: sqliteJobStore(connection),
    leases: sqliteLeaseStore(connection),
    accesses: sqliteAccessLog(connection),
    cursors: sqliteCursorStore(connection),
    refusals: sqliteRefusalStore(connection),
    audit: sqliteAuditTrail(connection),
    palace: sqlitePalaceStore(connection, kept.forget),
    async forSearch() {
      return kept.read();
    },
    async check() {
      const rows = connection.read("PRAGMA integrity_check");
      return rows.map((row) => String(row["integrity_check"])).filter((line) => line !== "ok");
    },
    async close() {
      await connection.close();
    },
  };
}
