import assert from "node:assert/strict";
import { cpSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { test, type TestContext } from "node:test";
import { fileURLToPath } from "node:url";
import { openSqliteCatalog, openSqliteFactStore } from "../../src/storage/sqlite/catalog/open-catalog.ts";
import { AUDIT, CURSOR, FILE, JOBS, SOURCES } from "./catalog-v7.ts";
import { FACTS, factsOf, FILE as FILE_8 } from "./catalog-v8.ts";

function copy(t: TestContext, file = FILE): string {
  const folder = mkdtempSync(join(tmpdir(), "loci-formats-"));
  t.after(() => rmSync(folder, { recursive: true }));
  const path = join(folder, "catalog.sqlite");
  cpSync(fileURLToPath(file), path);
  return path;
}

test("a catalog of a newer format is refused, and left as it is", async (t) => {
  const path = copy(t);
  const database = new DatabaseSync(path);
  database.exec("PRAGMA user_version = 99");
  database.close();
  await assert.rejects(openSqliteCatalog(path), (error: { code: string; hint: string }) => error.code === "INDEX_FORMAT" && error.hint === "update Loci");
  const again = new DatabaseSync(path);
  t.after(() => again.close());
  assert.equal(again.prepare("SELECT COUNT(*) AS n FROM catalog_records WHERE kind = 'source'").get()?.["n"], 2);
});

test("a catalog of before the first release is refused with what to do, and left as it is", async (t) => {
  const path = copy(t);
  const database = new DatabaseSync(path);
  t.after(() => database.close());
  database.exec("PRAGMA user_version = 6");
  await assert.rejects(
    openSqliteCatalog(path),
    (error: { code: string; hint: string }) => error.code === "INDEX_FORMAT" && error.hint.startsWith("move it away"),
  );
  assert.equal(database.prepare("PRAGMA user_version").get()?.["user_version"], 6);
});

test("synonyms, aliases and what chats spoke of, as versions before kept them, are passed over", async (t) => {
  const path = copy(t, FILE_8);
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
  const path = copy(t);
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
  const path = copy(t, FILE_8);
  const store = await openSqliteFactStore(path);
  assert.deepEqual(await store.read(factsOf), FACTS);
  await store.close();
  const database = new DatabaseSync(path);
  t.after(() => database.close());
  const unsealed = database.prepare("SELECT part FROM fact_records WHERE body NOT GLOB '*#????????'").all();
  assert.deepEqual(unsealed, []);
});
