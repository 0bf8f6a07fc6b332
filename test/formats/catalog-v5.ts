/**
 * What `catalog-v5.sqlite` holds beside what `catalog-v1.sqlite` does. The file was written once by the last version that kept each kind of thing in a
 * table of its own, with `node test/formats/catalog-v5.ts`, and must never be written again.
 */
import { rmSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { openSqliteCatalog } from "../../src/storage/sqlite/catalog/open-catalog.ts";
import type { PalaceEdits } from "../../src/model/drawer.ts";
import type { Refusal } from "../../src/storage/ports/catalog.ts";
import { ACCESSES, AUDIT, CURSOR, JOBS, LEASE, SOURCES } from "./catalog-v1.ts";

export const FILE = new URL("catalog-v5.sqlite", import.meta.url);

export const REFUSALS: readonly Refusal[] = [
  { path: 'a "b"\\c.bin', bytes: 3, modifiedAt: 1_700_000_000_000.25, contentHash: null, reason: "it is binary" },
  { path: "ä/ж.pdf", bytes: 4, modifiedAt: 1_700_000_000_001, contentHash: "ff", reason: "it is encrypted" },
];
export const EDITS: PalaceEdits = { corrections: [{ kind: "wing", from: "a", to: "b" }], tunnels: [] };
export const SPENT = { id: "a", day: "2026-11-23", job: "ask", caller: "user:1", tokens: 7, micros: 8 } as const;
export const NO_LIMITS = { dayTokens: null, dayMicros: null, jobTokens: null, callerTokens: null };

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  rmSync(FILE, { force: true });
  const catalog = await openSqliteCatalog(fileURLToPath(FILE));
  for (const one of SOURCES) await catalog.sources.put(one);
  for (const one of JOBS) await catalog.jobs.put(one);
  await catalog.leases.take(LEASE.name, LEASE.owner, LEASE.takenAt);
  await catalog.leases.beat(LEASE.name, LEASE.owner.token, LEASE.beatAt);
  await catalog.accesses.record(ACCESSES);
  await catalog.cursors.put(CURSOR);
  await catalog.audit.append([AUDIT, { ...AUDIT, action: "job.end", details: { ok: true, why: null } }]);
  await catalog.refusals.replace("notes-ba9876543210", REFUSALS);
  await catalog.palace.change(() => EDITS);
  await catalog.spend.reserve(SPENT, NO_LIMITS);
  await catalog.close();
}
