import assert from "node:assert/strict";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { after, test } from "node:test";
import { LociError } from "../../model/error.ts";
import { quantise } from "../../model/vector.ts";
import { openSqliteEmbeddingCache } from "./open-embedding-cache.ts";

const folder = mkdtempSync(join(tmpdir(), "loci-cache-"));
after(() => rmSync(folder, { recursive: true }));

const vector = (seed: number) => quantise(Float32Array.from({ length: 16 }, (_, i) => Math.sin(seed + i)));

test("what was put is found again, by model, after a restart, in another connection", async () => {
  const path = join(folder, "a.sqlite");
  const cache = await openSqliteEmbeddingCache(path);
  const other = await openSqliteEmbeddingCache(path);
  await cache.put("m1", [
    { hash: "x", vector: vector(1) },
    { hash: "y", vector: vector(2) },
    { hash: "x", vector: vector(3) },
  ]);
  await other.put("m2", [{ hash: "x", vector: vector(4) }]);
  assert.deepEqual(
    await other.get("m1", ["y", "absent", "x"]),
    new Map([
      ["y", vector(2)],
      ["x", vector(1)],
    ]),
  );
  await cache.close();
  await other.close();
  const again = await openSqliteEmbeddingCache(path);
  assert.deepEqual(await again.get("m2", ["x", "y"]), new Map([["x", vector(4)]]));
  await again.close();
  await assert.rejects(
    again.get("m2", ["x"]),
    (error: unknown) => error instanceof LociError && error.code === "STORAGE_FAILED",
  );
});

test("a newer format and a damaged file are said", async () => {
  const newer = join(folder, "newer.sqlite");
  const database = new DatabaseSync(newer);
  database.exec("PRAGMA user_version = 99");
  database.close();
  await assert.rejects(
    openSqliteEmbeddingCache(newer),
    (error: unknown) => error instanceof LociError && error.code === "INDEX_FORMAT",
  );
  const garbage = join(folder, "garbage.sqlite");
  writeFileSync(garbage, "this is no database ".repeat(500));
  await assert.rejects(
    openSqliteEmbeddingCache(garbage),
    (error: unknown) => error instanceof LociError && error.code === "INDEX_DAMAGED",
  );
});

test("a vector that was written over is damage, and no other vector", async () => {
  const path = join(folder, "flipped.sqlite");
  const cache = await openSqliteEmbeddingCache(path);
  await cache.put("m", [{ hash: "x", vector: vector(1) }]);
  await cache.close();
  const bytes = readFileSync(path);
  const { components } = vector(1);
  const at = bytes.indexOf(Buffer.from(components.buffer));
  assert.ok(at > 0);
  for (let i = at; i < at + components.length + 4; i++) {
    const other = Buffer.from(bytes);
    other[i] = (other[i] as number) ^ 0x11;
    writeFileSync(path, other);
    const opened = await openSqliteEmbeddingCache(path);
    await assert.rejects(
      opened.get("m", ["x"]),
      (error: unknown) => error instanceof LociError && error.code === "INDEX_DAMAGED",
      `byte ${i - at}`,
    );
    await opened.close();
  }
});
