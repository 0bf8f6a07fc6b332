import assert from "node:assert/strict";
import { mkdtempSync, rmSync, statSync, truncateSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { test } from "node:test";
import { indexFileState } from "./open-house.ts";

test("tells what a file looks like from outside", (t) => {
  const folder = mkdtempSync(join(tmpdir(), "loci-state-"));
  t.after(() => rmSync(folder, { recursive: true }));
  const path = join(folder, "index.sqlite");
  assert.equal(indexFileState(path), "missing");
  writeFileSync(path, "");
  assert.equal(indexFileState(path), "empty");
  writeFileSync(path, "short");
  assert.equal(indexFileState(path), "foreign");
  writeFileSync(path, "x".repeat(10_000));
  assert.equal(indexFileState(path), "foreign");
  rmSync(path);

  const database = new DatabaseSync(path);
  database.exec(
    "PRAGMA journal_mode = WAL; CREATE TABLE t (x); WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i " +
      "+ 1 FROM n WHERE i < 20000) INSERT INTO t SELECT i FROM n",
  );
  assert.equal(indexFileState(path), "present", "while the log holds the content");
  database.close();
  assert.equal(indexFileState(path), "present");
  truncateSync(path, statSync(path).size - 4096);
  assert.equal(indexFileState(path), "truncated");
});
