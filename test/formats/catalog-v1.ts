/**
 * What `catalog-v1.sqlite` holds. The file was written once by the version that introduced format 1, with
 * `node test/formats/catalog-v1.ts`, and must never be written again: it stands for the files that users have.
 */
import { rmSync } from "node:fs";
import { fileURLToPath } from "node:url";
import type { Access } from "../../src/model/search.ts";
import { openSqliteCatalog } from "../../src/storage/sqlite/catalog/open-catalog.ts";
import type { AuditEntry, Lease } from "../../src/storage/ports/catalog.ts";
import { job, source } from "../contract/catalog/sample.ts";

export const FILE = new URL("catalog-v1.sqlite", import.meta.url);

export const SOURCES = [source("book-0123456789ab", { status: "ready", lastRun: "2026-01-02T00:00:00.000Z", lastJob: "j1", recipe: "r" }), source("notes-ba9876543210")];
export const JOBS = [job("j1"), job("j2", { status: "running" })];
export const LEASE: Lease = { name: "source:notes-ba9876543210", owner: { pid: 4711, host: "here", token: "t" }, takenAt: 1_700_000_000_000, beatAt: 1_700_000_001_000.5 };
export const ACCESSES: readonly Access[] = [
  { drawer: "00".repeat(16), kind: "shown", caller: "owner", queryHash: "q", time: 1_700_000_000_000 },
  { drawer: "00".repeat(16), kind: "expanded", caller: "user:42", queryHash: null, time: 1_700_000_000_001 },
];
export const CURSOR = { source: "chats-0123456789ab", path: "a.jsonl", offset: 12, lastId: "m1", hash: "00" };
export const AUDIT: AuditEntry = { time: "2026-01-01T00:00:00.000Z", caller: "owner", action: "job.start", object: "j1", details: { sources: 1 } };

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  rmSync(FILE, { force: true });
  const catalog = await openSqliteCatalog(fileURLToPath(FILE));
  for (const one of SOURCES) await catalog.sources.put(one);
  for (const one of JOBS) await catalog.jobs.put(one);
  await catalog.leases.take(LEASE.name, LEASE.owner, LEASE.takenAt);
  await catalog.leases.beat(LEASE.name, LEASE.owner.token, LEASE.beatAt);
  await catalog.accesses.record(ACCESSES);
  await catalog.cursors.put(CURSOR);
  await catalog.audit.append([AUDIT]);
  await catalog.close();
}
