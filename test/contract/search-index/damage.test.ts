import assert from "node:assert/strict";
import {
  closeSync,
  cpSync,
  mkdtempSync,
  openSync,
  readFileSync,
  rmSync,
  truncateSync,
  writeFileSync,
  writeSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { after, test } from "node:test";
import { LociError, type ErrorCode } from "../../../src/model/error.ts";
import { transactions } from "../../../src/storage/sqlite/database/transactions.ts";
import { openSqliteSearchIndex } from "../../../src/storage/sqlite/open-search-index.ts";
import { everyAnswer } from "./histories.ts";
import { sampleDocument, sampleQuery, vectorOf, words } from "./sample.ts";

const folder = mkdtempSync(join(tmpdir(), "loci-damage-"));
after(() => rmSync(folder, { recursive: true }));

const is = (code: ErrorCode) => (error: unknown) =>
  error instanceof LociError && error.code === code && error.hint !== "";
const writes = Array.from({ length: 40 }, (_, i) =>
  sampleDocument({ path: `${i}.md`, drawers: [`apple number${i} fig`, `banana number${i}`] }),
);
const query = sampleQuery({ terms: words("appl", "number7", "fig"), vector: vectorOf([1, 2, 3, 4, 5, 6, 7, 8]) });

async function healthy(name: string): Promise<string> {
  const path = join(folder, name);
  const index = await openSqliteSearchIndex(path);
  await index.apply({ put: writes, remove: [] });
  await index.close();
  return path;
}

test("a file that is no index, or one of a newer Loci, is said when it is opened", async () => {
  const garbage = join(folder, "garbage.sqlite");
  writeFileSync(garbage, "no database at all ".repeat(1000));
  await assert.rejects(openSqliteSearchIndex(garbage), is("INDEX_DAMAGED"));
  const newer = join(folder, "newer.sqlite");
  const database = new DatabaseSync(newer);
  database.exec("PRAGMA user_version = 1000");
  database.close();
  await assert.rejects(openSqliteSearchIndex(newer), is("INDEX_FORMAT"));
  await assert.rejects(openSqliteSearchIndex(join(folder, "no", "such", "folder")), is("STORAGE_FAILED"));
});

test("an empty file becomes a new index", async () => {
  const path = join(folder, "empty.sqlite");
  writeFileSync(path, "");
  const index = await openSqliteSearchIndex(path);
  assert.equal(await index.sequence(), 0);
  await index.close();
});

test("a truncated file gives no answer", async () => {
  const whole = await healthy("whole.sqlite");
  const size = readFileSync(whole).length;
  for (const share of [0.1, 0.3, 0.5, 0.7, 0.9, 0.99]) {
    const path = join(folder, `truncated-${share}.sqlite`);
    cpSync(whole, path);
    truncateSync(path, Math.floor(size * share));
    const answer = async (): Promise<unknown> => {
      const opened = await openSqliteSearchIndex(path);
      try {
        return await everyAnswer(opened, [query], writes);
      } finally {
        await opened.close();
      }
    };
    await assert.rejects(answer, is("INDEX_DAMAGED"));
  }
});

test("a flipped byte never ends in an error that isn't ours, and a deep check passes only what answers as before", async () => {
  const whole = await healthy("flip.sqlite");
  const bytes = readFileSync(whole);
  const before = await openSqliteSearchIndex(whole);
  const expected = await everyAnswer(before, [query], writes);
  await before.close();
  let found = 0;
  for (let at = 8192; at < bytes.length; at += 977) {
    const path = join(folder, "flipped.sqlite");
    cpSync(whole, path);
    const file = openSync(path, "r+");
    writeSync(file, Buffer.of((bytes[at] as number) ^ 0x41), 0, 1, at);
    closeSync(file);
    try {
      const opened = await openSqliteSearchIndex(path);
      try {
        const findings = await opened.check(true);
        if (findings.length > 0) found++;
        const answers = await everyAnswer(opened, [query], writes);
        if (findings.length === 0) assert.deepEqual(answers, expected, `byte ${at}`);
      } finally {
        await opened.close();
      }
    } catch (error) {
      if (!(error instanceof LociError)) throw error;
      found++;
    }
  }
  assert.ok(found > 10, `${found} damaged places were found`);
});

test("a flipped byte in a document's row is said by the next read of it, or changes nothing", async () => {
  const whole = await healthy("row.sqlite");
  const bytes = readFileSync(whole);
  const read = async (path: string): Promise<unknown> => {
    const index = await openSqliteSearchIndex(path);
    try {
      return await everyAnswer(index, [query], writes);
    } finally {
      await index.close();
    }
  };
  const expected = await read(whole);
  const title = bytes.indexOf("Title of 7.md");
  let said = 0;
  for (let at = title - 12; at < title + 60; at++) {
    const path = join(folder, "row-flipped.sqlite");
    const other = Buffer.from(bytes);
    other[at] = (other[at] as number) ^ 0x41;
    writeFileSync(path, other);
    const answers = await read(path).catch((error: unknown) => {
      assert.ok(is("INDEX_DAMAGED")(error), String(error));
      said++;
      return expected;
    });
    assert.deepEqual(answers, expected, `byte ${at - title}`);
  }
  assert.ok(said > 50, `${said} were said`);
});

test("a schema that was written over is damage: the index is to be made again", async () => {
  const path = await healthy("schema.sqlite");
  const bytes = readFileSync(path);
  bytes.write("modifies", bytes.indexOf("modified REAL"));
  writeFileSync(path, bytes);
  await assert.rejects(openSqliteSearchIndex(path), is("INDEX_DAMAGED"));
});

test("a deep check finds ids that lead elsewhere, and entries of SQLite's indexes that differ from their rows", async () => {
  const whole = await healthy("places.sqlite");
  const findings = async (path: string, deep: boolean): Promise<readonly string[]> => {
    const index = await openSqliteSearchIndex(path);
    try {
      return (await index.check(deep)).map(({ what }) => what);
    } finally {
      await index.close();
    }
  };
  assert.deepEqual(await findings(whole, true), []);
  const bytes = readFileSync(whole);
  let entries = 0;
  for (let at = bytes.indexOf("17.mdnotes"); at >= 0; at = bytes.indexOf("17.mdnotes", at + 1), entries++) {
    const path = join(folder, `entry-${entries}.sqlite`);
    const other = Buffer.from(bytes);
    other.write("18", at);
    writeFileSync(path, other);
    assert.notDeepEqual(await findings(path, true), []);
  }
  assert.equal(entries, 2, "the row and its entry");
  const database = new DatabaseSync(whole);
  database.exec("UPDATE drawers SET position = 1 - position WHERE document = 5");
  database.close();
  assert.equal((await findings(whole, true)).length, 1);
});

test("a full disk is said, and what was there stays", async () => {
  const database = new DatabaseSync(join(folder, "full.sqlite"));
  database.exec("CREATE TABLE t (body BLOB); PRAGMA max_page_count = 20");
  const locks = transactions(database, { what: "index", busyMilliseconds: 100 });
  const insert = database.prepare("INSERT INTO t VALUES (?)");
  await locks.write(() => insert.run(Buffer.alloc(1000)));
  await assert.rejects(
    locks.write(() => {
      for (let i = 0; i < 1000; i++) insert.run(Buffer.alloc(1000));
    }),
    is("STORAGE_FULL"),
  );
  assert.deepEqual({ ...locks.read(() => database.prepare("SELECT COUNT(*) AS n FROM t").get()) }, { n: 1 });
  database.close();
});

test("a lock that isn't given up is waited for, then said", async () => {
  const path = await healthy("busy.sqlite");
  const other = new DatabaseSync(path);
  other.exec("BEGIN IMMEDIATE");
  const index = await openSqliteSearchIndex(path, { busyMilliseconds: 50 });
  await assert.rejects(
    index.apply({ put: [sampleDocument({ path: "x.md", drawers: ["x"] })], remove: [] }),
    is("STORAGE_BUSY"),
  );
  assert.equal((await index.candidates(query)).visible, 80);
  other.exec("ROLLBACK");
  other.close();
  assert.equal((await index.apply({ put: [sampleDocument({ path: "x.md", drawers: ["x"] })], remove: [] })).added, 1);
  await index.close();
});

test("another process's commit is seen by the next call", async () => {
  const path = await healthy("seen.sqlite");
  const [one, two] = [await openSqliteSearchIndex(path), await openSqliteSearchIndex(path)];
  const before = await two.candidates(query);
  await one.apply({
    put: [sampleDocument({ path: "new.md", drawers: ["apple new"] })],
    remove: [{ source: "notes", path: "0.md" }],
  });
  await one.settle();
  const after = await two.candidates(query);
  assert.deepEqual([before.visible, after.visible, before.sequence, after.sequence], [80, 79, 1, 2]);
  assert.deepEqual(await everyAnswer(two, [query], writes), await everyAnswer(one, [query], writes));
  await one.close();
  await two.close();
});

test("what a search found is read, though another process merged its segments away in between", async () => {
  const path = await healthy("merged.sqlite");
  const [one, two] = [await openSqliteSearchIndex(path), await openSqliteSearchIndex(path)];
  await one.apply({ put: [sampleDocument({ path: "new.md", drawers: ["apple new"] })], remove: [] });
  const { candidates, sequence } = await two.candidates(query);
  await one.settle();
  assert.equal(await two.sequence(), sequence);
  const ids = candidates.map(({ id }) => id);
  assert.deepEqual(
    (await two.get(ids, "all")).map(({ drawer }) => drawer.id),
    ids,
  );
  await one.close();
  await two.close();
});
