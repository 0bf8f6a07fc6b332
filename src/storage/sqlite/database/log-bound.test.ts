import assert from "node:assert/strict";
import { mkdtempSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { once } from "node:events";
import { test } from "node:test";
import { Worker } from "node:worker_threads";
import { openDatabase } from "./open-database.ts";
import { transactions } from "./transactions.ts";

const MEGABYTE = 1024 * 1024;

/** Two connections that read by turns, each beginning before the other ends, until a flag is set. */
const READERS = `
  const { DatabaseSync } = require("node:sqlite");
  const { file, flag } = require("node:worker_threads").workerData;
  const readers = [new DatabaseSync(file), new DatabaseSync(file)];
  for (let n = 0; Atomics.load(flag, 0) === 0; n++) {
    readers[n % 2].exec("BEGIN");
    readers[n % 2].prepare("SELECT COUNT(*) FROM bodies").get();
    Atomics.store(flag, 1, n);
    Atomics.wait(flag, 0, 0, 3);
    if (readers[(n + 1) % 2].isTransaction) readers[(n + 1) % 2].exec("COMMIT");
  }
  for (const reader of readers) reader.close();
`;

test("the log stays under 32 MB while there is never a moment without a reader", async (t) => {
  const folder = mkdtempSync(join(tmpdir(), "loci-log-"));
  const file = join(folder, "file.sqlite");
  const options = { what: "index", pageSize: 8192, busyMilliseconds: 2_000 };
  const writing = await openDatabase(file, options);
  const locks = transactions(writing, options);
  await locks.write(() => writing.exec("CREATE TABLE bodies (n INTEGER PRIMARY KEY, body BLOB)"));
  const flag = new Int32Array(new SharedArrayBuffer(8));
  const worker = new Worker(READERS, { eval: true, workerData: { file, flag } });
  t.after(async () => {
    Atomics.store(flag, 0, 1);
    await once(worker, "exit");
    writing.close();
    rmSync(folder, { recursive: true });
  });
  while (Atomics.load(flag, 1) < 2) await new Promise((resolve) => setTimeout(resolve, 5));
  let longest = 0;
  for (let n = 0; n < 100; n++) {
    await locks.write(
      () => void writing.prepare("INSERT OR REPLACE INTO bodies VALUES (?, zeroblob(?))").run(n % 3, MEGABYTE),
    );
    longest = Math.max(longest, statSync(`${file}-wal`).size);
    await new Promise(setImmediate);
  }
  assert.ok(Atomics.load(flag, 1) > 2, "it was read meanwhile");
  assert.ok(longest < 32 * MEGABYTE, `${longest}`);
});

test("a reader that stays makes the log grow, and the first write after it empties it", async (t) => {
  const folder = mkdtempSync(join(tmpdir(), "loci-log-"));
  const file = join(folder, "file.sqlite");
  const options = { what: "index", pageSize: 8192, busyMilliseconds: 2_000 };
  const [writing, reading] = [await openDatabase(file, options), await openDatabase(file, options)];
  t.after(() => {
    for (const database of [writing, reading]) database.close();
    rmSync(folder, { recursive: true });
  });
  const locks = transactions(writing, options);
  await locks.write(() => writing.exec("CREATE TABLE bodies (n INTEGER PRIMARY KEY, body BLOB)"));
  const write = (n: number) =>
    locks.write(() => void writing.prepare("INSERT INTO bodies VALUES (?, zeroblob(?))").run(n, MEGABYTE));
  reading.exec("BEGIN");
  reading.prepare("SELECT COUNT(*) FROM bodies").get();
  for (let n = 0; n < 24; n++) await write(n);
  const grown = statSync(`${file}-wal`).size;
  assert.ok(grown > 20 * MEGABYTE, `${grown}`);
  const seen = reading.prepare("SELECT COUNT(*) AS n FROM bodies").get() as { n: number };
  assert.equal(seen.n, 0, "it sees the state it began with");
  reading.exec("COMMIT");
  for (let n = 24; n < 28; n++) await write(n);
  assert.ok(statSync(`${file}-wal`).size < 16 * MEGABYTE);
});
