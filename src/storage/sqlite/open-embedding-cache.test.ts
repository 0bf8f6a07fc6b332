import assert from "node:assert/strict";
import { mkdtempSync, readFileSync, rmSync, writeFileSync, statSync, truncateSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { after, test } from "node:test";
import { LociError } from "../../model/error.ts";
import { quantise } from "../../model/vector.ts";
import { openSqliteEmbeddingCache, openMendedCache } from "./open-embedding-cache.ts";

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

test("a cache that is damaged before or after it was opened is begun anew, and said so; whatever else is wrong is thrown", async (t) => {
  const folder = mkdtempSync(join(tmpdir(), "loci-cache-"));
  t.after(() => rmSync(folder, { recursive: true, force: true }));
  const path = join(folder, "embeddings.sqlite");
  const losses: string[] = [];
  const open = () => openMendedCache({ path, open: openSqliteEmbeddingCache, onLoss: (detail) => losses.push(detail) });
  const entries = Array.from({ length: 2_000 }, (_, i) => ({
    hash: `h${i}`,
    vector: quantise(new Float32Array(64).fill(0.125)),
  }));

  writeFileSync(path, "garbage");
  let cache = await open();
  assert.equal(losses.length, 1);
  await cache.put("m", entries);
  assert.equal((await cache.get("m", ["h7"])).size, 1);
  await cache.close();

  truncateSync(path, Math.floor(statSync(path).size / 2 / 4096) * 4096);
  cache = await open();
  const hashes = entries.map(({ hash }) => hash);
  await cache.get("m", hashes);
  await cache.put("m", entries);
  assert.equal((await cache.get("m", hashes)).size, entries.length);
  assert.equal(losses.length, 2);
  await cache.close();

  await assert.rejects(
    openMendedCache({ path: join(folder, "no", "where.sqlite"), open: openSqliteEmbeddingCache, onLoss: assert.fail }),
    { code: "STORAGE_FAILED" },
  );
});

test("of several calls that find the damage at once, the first begins the cache anew for all", async (t) => {
  const folder = mkdtempSync(join(tmpdir(), "loci-cache-"));
  t.after(() => rmSync(folder, { recursive: true, force: true }));
  const losses: string[] = [];
  let opened = 0;
  const cache = await openMendedCache({
    path: join(folder, "embeddings.sqlite"),
    open: async (path) => {
      const sound = await openSqliteEmbeddingCache(path);
      opened += 1;
      if (opened > 1) return sound;
      const fail = async () => Promise.reject(new LociError("INDEX_DAMAGED", "a page is no page"));
      return { get: fail, put: fail, remove: fail, close: () => sound.close() };
    },
    onLoss: (detail) => losses.push(detail),
  });
  const vector = quantise(new Float32Array(64).fill(0.125));
  await Promise.all(["a", "b", "c"].map((hash) => cache.put("m", [{ hash, vector }])));
  assert.equal((await cache.get("m", ["a", "b", "c"])).size, 3);
  assert.deepEqual(losses, ["a page is no page"]);
  assert.equal(opened, 2);
  await cache.close();
});
