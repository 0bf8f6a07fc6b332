import assert from "node:assert/strict";
import { mkdtempSync, rmSync, statSync, truncateSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import { LociError } from "../../model/error.ts";
import { quantise } from "../../model/vector.ts";
import { openSqliteEmbeddingCache } from "./open-embedding-cache.ts";
import { openMendedCache } from "./mended-cache.ts";

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
