import assert from "node:assert/strict";
import { cpSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { test, type TestContext } from "node:test";
import { fileURLToPath } from "node:url";
import type { FactChange } from "../../src/storage/ports/fact-store.ts";
import { openSqliteCatalog, openSqliteFactStore } from "../../src/storage/sqlite/catalog/open-catalog.ts";
import { ACCESSES, AUDIT, CURSOR, FILE, JOBS, LEASE, SOURCES } from "./catalog-v1.ts";
import { FACTS, factsOf, FILE as FILE_6 } from "./catalog-v6.ts";
import { EDITS, FILE as FILE_5, NO_LIMITS, REFUSALS, SPENT } from "./catalog-v5.ts";

function copy(t: TestContext, file = FILE): string {
  const folder = mkdtempSync(join(tmpdir(), "loci-formats-"));
  t.after(() => rmSync(folder, { recursive: true }));
  const path = join(folder, "catalog.sqlite");
  cpSync(fileURLToPath(file), path);
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

test("a catalog of format 5, the last of a table a kind, opens with everything that was in it", async (t) => {
  const catalog = await openSqliteCatalog(copy(t, FILE_5));
  t.after(() => catalog.close());
  assert.deepEqual(await catalog.check(), []);
  assert.deepEqual(await catalog.sources.list(), SOURCES);
  assert.deepEqual(await catalog.jobs.list(9), JOBS.toReversed());
  assert.deepEqual((await catalog.jobs.unfinished()).map(({ id }) => id), ["j2"]);
  assert.deepEqual(await catalog.leases.list(), [LEASE]);
  const drawer = ACCESSES[0]?.drawer ?? "";
  assert.deepEqual((await catalog.accesses.last([drawer], "all")).get(drawer), ACCESSES.toReversed());
  assert.deepEqual(await catalog.cursors.get(CURSOR.source, CURSOR.path), CURSOR);
  assert.deepEqual(await catalog.audit.list(9), [{ ...AUDIT, action: "job.end", details: { ok: true, why: null } }, AUDIT]);
  assert.deepEqual(await catalog.refusals.of("notes-ba9876543210"), REFUSALS);
  assert.deepEqual(await catalog.palace.read(), { version: 1, edits: EDITS });
  const { day, job, caller } = SPENT;
  await catalog.spend.settle(SPENT.id, { tokens: 5, micros: 6 });
  await catalog.audit.append([AUDIT]);
  assert.equal((await catalog.audit.list(9)).length, 3);
  assert.deepEqual(await catalog.spend.since(day), [{ day, caller, job, calls: 1, tokens: 5, micros: 6 }]);
});

test("what was spent before callers were told apart was the owner's", async (t) => {
  const path = copy(t, FILE_5);
  // As format 4 had it.
  const database = new DatabaseSync(path);
  database.exec("ALTER TABLE spend DROP COLUMN caller; PRAGMA user_version = 4");
  database.close();
  const catalog = await openSqliteCatalog(path);
  t.after(() => catalog.close());
  const none = await catalog.spend.reserve({ ...SPENT, id: "b" }, NO_LIMITS);
  assert.deepEqual(none, { granted: true });
  const spent = { day: "2026-11-23", job: "ask", calls: 1, tokens: 7, micros: 8 };
  assert.deepEqual(await catalog.spend.since("2026-11-23"), [{ ...spent, caller: "owner" }, { ...spent, caller: "user:1" }]);
});

test("a catalog of format 6, the last that kept facts in tables of their own, opens with every fact, its history and its names", async (t) => {
  const path = copy(t, FILE_6);
  const store = await openSqliteFactStore(path);
  assert.deepEqual(await store.read(factsOf), FACTS);
  // A number of a change is never given twice.
  assert.equal(await store.write((writer) => writer.addChange({ ...(writer.changesAfter(3)[0] as FactChange), group: "g5" })), 5);
  await store.close();
  const catalog = await openSqliteCatalog(path);
  t.after(() => catalog.close());
  assert.deepEqual(await catalog.sources.list(), SOURCES);
});

test("synonyms, aliases and what chats spoke of, as versions before kept them, are passed over", async (t) => {
  const path = copy(t, FILE_6);
  await (await openSqliteFactStore(path)).close();
  const database = new DatabaseSync(path);
  const put = database.prepare("INSERT INTO fact_records (part, name, version, body) VALUES (?, ?, 1, ?)");
  put.run("synonyms", '"brew"', '"tea"');
  put.run("focus", '"kb\\u0000c"', '["tea"]');
  put.run("aliases", '"kb\\u0000tea\\u0000rb"', '"rooibos"');
  database.close();
  const store = await openSqliteFactStore(path);
  t.after(() => store.close());
  assert.deepEqual(await store.read(factsOf), FACTS);
});

test("a catalog of format 7, the last without seals, opens with everything that was in it, sealed", async (t) => {
  const path = copy(t, new URL("catalog-v7.sqlite", import.meta.url));
  const catalog = await openSqliteCatalog(path);
  assert.deepEqual(await catalog.check(), []);
  assert.deepEqual(await catalog.sources.list(), SOURCES);
  assert.deepEqual(await catalog.jobs.list(9), JOBS.toReversed());
  assert.deepEqual(await catalog.cursors.get(CURSOR.source, CURSOR.path), CURSOR);
  assert.deepEqual(await catalog.audit.list(9), [AUDIT]);
  await catalog.close();
  const database = new DatabaseSync(path);
  t.after(() => database.close());
  assert.equal(
    database.prepare("SELECT COUNT(*) AS n FROM catalog_records WHERE body NOT GLOB '*#????????'").get()?.["n"],
    0,
  );
});

test("a catalog of format 8, the last whose facts had no seals, opens with all of them, sealed", async (t) => {
  const path = copy(t, new URL("catalog-v8.sqlite", import.meta.url));
  const store = await openSqliteFactStore(path);
  assert.deepEqual(await store.read(factsOf), FACTS);
  await store.close();
  const database = new DatabaseSync(path);
  t.after(() => database.close());
  const unsealed = database.prepare("SELECT part FROM fact_records WHERE body NOT GLOB '*#????????'").all();
  assert.deepEqual(unsealed, []);
});
