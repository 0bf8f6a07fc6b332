/** What `catalog-v7.sqlite` holds, the last without seals. The file must never be written again: it stands for the files that users have. */
import type { AuditEntry } from "../../src/storage/ports/catalog.ts";
import { job, source } from "../contract/catalog/sample.ts";

export const FILE = new URL("catalog-v7.sqlite", import.meta.url);

export const SOURCES = [source("book-0123456789ab", { status: "ready", lastRun: "2026-01-02T00:00:00.000Z", lastJob: "j1", recipe: "r" }), source("notes-ba9876543210")];
export const JOBS = [job("j1"), job("j2", { status: "running" })];
export const CURSOR = { source: "chats-0123456789ab", path: "a.jsonl", offset: 12, lastId: "m1", hash: "00" };
export const AUDIT: AuditEntry = { time: "2026-01-01T00:00:00.000Z", caller: "owner", action: "job.start", object: "j1", details: { sources: 1 } };
