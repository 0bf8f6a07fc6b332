import assert from "node:assert/strict";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test, type TestContext } from "node:test";
import { setImmediate as turn } from "node:timers/promises";
import { openDatabase } from "./open-database.ts";
import { transactions } from "./transactions.ts";

/** Two connections to one new file with a table of one number. */
async function twoConnections(t: TestContext) {
  const folder = mkdtempSync(join(tmpdir(), "loci-transactions-"));
  const options = { what: "index", pageSize: 4096, busyMilliseconds: 2_000 };
  const open = async () => {
    const database = await openDatabase(join(folder, "file.sqlite"), options);
    const locks = transactions(database, options);
    const number = (): number => (database.prepare("SELECT n FROM numbers").get() as { n: number }).n;
    return {
      database,
      locks,
      number,
      write: (n: number) => locks.write(() => void database.prepare("UPDATE numbers SET n = ?").run(n)),
    };
  };
  const one = await open();
  await one.locks.write(() => one.database.exec("CREATE TABLE numbers (n INTEGER); INSERT INTO numbers VALUES (1)"));
  const two = await open();
  t.after(async () => {
    for (const { database, locks } of [one, two]) {
      await locks.idle();
      database.close();
    }
    rmSync(folder, { recursive: true });
  });
  return { one, two };
}

test("reads of one reader share a transaction until something waits", async (t) => {
  const { one, two } = await twoConnections(t);
  const reader = {};
  const opened: boolean[] = [];
  const read = (): number =>
    two.locks.read((first) => {
      opened.push(first);
      return two.number();
    }, reader);
  await turn();
  assert.equal(read(), 1);
  // Nothing but a promise, so the next read belongs to the same turn.
  await one.write(2);
  assert.equal(read(), 1);
  await turn();
  assert.equal(read(), 2);
  assert.deepEqual(opened, [true, false, true]);
});

test("a read of nobody's, or of another reader's, sees the last commit and ends what was shared", async (t) => {
  const { one, two } = await twoConnections(t);
  const [reader, other] = [{}, {}];
  assert.equal(two.locks.read(two.number, reader), 1);
  await one.write(2);
  assert.equal(two.locks.read(two.number), 2);
  assert.equal(two.locks.read(two.number, reader), 2);
  await one.write(3);
  assert.equal(two.locks.read(two.number, other), 3);
});

test("a write waits for no reader of its own connection, and is seen by the next read", async (t) => {
  const { two } = await twoConnections(t);
  const reader = {};
  assert.equal(two.locks.read(two.number, reader), 1);
  await two.write(2);
  assert.equal(two.locks.read(two.number, reader), 2);
});

test("a read that fails leaves no transaction open", async (t) => {
  const { one, two } = await twoConnections(t);
  const reader = {};
  assert.equal(two.locks.read(two.number, reader), 1);
  assert.throws(() => two.locks.read(() => two.database.prepare("SELECT nothing FROM numbers"), reader));
  assert.equal(two.database.isTransaction, false);
  await one.write(2);
  assert.equal(two.locks.read(two.number, reader), 2);
  await two.locks.idle();
  assert.equal(two.database.isTransaction, false);
});
