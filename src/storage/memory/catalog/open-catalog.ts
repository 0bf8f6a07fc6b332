import { LociError } from "../../../model/error.ts";
import type { Catalog } from "../../ports/catalog.ts";
import { memoryAccessLog } from "./access-log.ts";
import { memoryAuditTrail } from "./audit-trail.ts";
import { memoryCursorStore } from "./cursor-store.ts";
import { memoryJobStore } from "./job-store.ts";
import { memoryLeaseStore } from "./lease-store.ts";
import { memoryPalaceStore } from "./palace-store.ts";
import { memoryRefusalStore } from "./refusal-store.ts";
import { memorySourceStore } from "./source-store.ts";

/**
 * The reference catalog: plain maps and lists, gone after `close`. The oracle of the conformance suite.
 *
 * @example const catalog = openMemoryCatalog();
 */
export function openMemoryCatalog(): Catalog {
  let closed = false;
  const open = (): void => {
    if (closed) throw new LociError("STORAGE_FAILED", "the catalog is closed", { hint: "open the project again" });
  };
  const sources = memorySourceStore(open);
  const palace = memoryPalaceStore(open);
  return {
    capabilities: { multiProcess: false, durable: false },
    sources,
    jobs: memoryJobStore(open),
    leases: memoryLeaseStore(open),
    accesses: memoryAccessLog(open),
    cursors: memoryCursorStore(open),
    refusals: memoryRefusalStore(open),
    audit: memoryAuditTrail(open),
    palace,
    async forSearch() {
      return { sources: await sources.list(), palace: await palace.read() };
    },
    async check() {
      open();
      return [];
    },
    async close() {
      closed = true;
    },
  };
}
