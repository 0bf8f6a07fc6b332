import assert from "node:assert/strict";
import { cpSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { test, type TestContext } from "node:test";
import { fileURLToPath } from "node:url";
import { openSqliteCatalog } from "../../src/storage/sqlite/catalog/open-catalog.ts";
import { ACCESSES, AUDIT, CURSOR, FILE, JOBS, LEASE, SOURCES } from "./catalog-v1.ts";

function copy(t: TestContext): string {
  const folder = mkdtempSync(join(tmpdir(), "loci-formats-"));
  t.after(() => rmSync(folder, { recursive: true }));
  const path = join(folder, "catalog.sqlite");
  cpSync(fileURLToPath(FILE), path);
  return path;
}

test("a catalog of format 1 opens with everything that was in it", async (t) => {
  const catalog = await openSqliteCatalog(copy(t));
  t.after(() => catalog.close());
  assert.deepEqual(await catalog.check(), []);
  assert.deepEqual(await catalog.sources.list(), SOURCES);
  assert.deepEqual(await catalog.jobs.list(9), JOBS.toReversed());
  assert.deepEqual((await catalog.jobs.unfinished()).map(({ id }) => id), ["j2"]);
  assert.deepEqual(await catalog.leases.list(), [LEASE]);
  assert.deepEqual((await catalog.accesses.last([ACCESSES[0]?.drawer ?? ""], "all")).get(ACCESSES[0]?.drawer ?? ""), ACCESSES.toReversed());
  assert.deepEqual(await catalog.cursors.get(CURSOR.source, CURSOR.path), CURSOR);
  assert.deepEqual(await catalog.audit.list(9), [AUDIT]);
  assert.deepEqual((await catalog.palace.read()).edits, { corrections: [], tunnels: [] });
});

test("a catalog of a newer format is refused, and left as it is", async (t) => {
  const path = copy(t);
  const database = new DatabaseSync(path);
  database.exec("PRAGMA user_version = 99");
  database.close();
  await assert.rejects(openSqliteCatalog(path), (error: { code: string; hint: string }) => error.code === "INDEX_FORMAT" && error.hint === "update Loci");
  const again = new DatabaseSync(path);
  t.after(() => again.close());
  assert.equal(again.prepare("SELECT COUNT(*) AS n FROM source").get()?.["n"], 2);
});

test("what was spent before callers were told apart was the owner's", async (t) => {
  const path = copy(t);
  const none = { dayTokens: null, dayMicros: null, jobTokens: null, callerTokens: null, othersTokens: null };
  const first = await openSqliteCatalog(path);
  await first.spend.reserve({ id: "a", day: "2026-11-23", job: "ask", caller: "user:1", tokens: 7, micros: 8 }, none);
  await first.close();
  // As format 4 had it.
  const database = new DatabaseSync(path);
  database.exec("ALTER TABLE spend DROP COLUMN caller; PRAGMA user_version = 4");
  database.close();
  const catalog = await openSqliteCatalog(path);
  t.after(() => catalog.close());
  assert.deepEqual(await catalog.spend.since("2026-11-23"), [{ day: "2026-11-23", caller: "owner", job: "ask", calls: 1, tokens: 7, micros: 8 }]);
});
