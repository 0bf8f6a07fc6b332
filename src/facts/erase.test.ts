import assert from "node:assert/strict";
import { mkdtemp, readdir, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import { LociError } from "../model/error.ts";
import { openSqliteFactStore } from "../storage/sqlite/catalog/open-catalog.ts";
import { createFacts, type Facts } from "./create-facts.ts";
import { unlikeHistory } from "./memory-facts.fixture.ts";
import { factRecord } from "./record/fact-record.ts";

async function withFacts(
  work: (facts: Facts, holds: (text: string) => Promise<boolean>) => Promise<void>,
): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), "loci-erase-"));
  let now = Date.UTC(2026, 0, 1);
  const facts = createFacts({
    store: await openSqliteFactStore(join(folder, "catalog.sqlite")),
    files: join(folder, "facts"),
    record: factRecord(join(folder, "facts.jsonl")),
    clock: () => (now += 1000),
    newId: () => String(now),
  });
  const holds = async (text: string): Promise<boolean> => {
    const files = (await readdir(folder, { recursive: true, withFileTypes: true })).filter((one) => one.isFile());
    const all = await Promise.all(files.map((one) => readFile(join(one.parentPath, one.name))));
    return all.some((bytes) => bytes.includes(text));
  };
  try {
    await work(facts, holds);
  } finally {
    await facts.close();
    await rm(folder, { recursive: true });
  }
}

test("forgetting an exact fact empties it, and is taken back; its history keeps it", () =>
  withFacts(async (facts, holds) => {
    await facts.tell("My locker code is ZX-4471-Q", { chat: "A" });
    for (const sentence of ["Forget my locker code", "please forget that my locker code is ZX-4471-Q"]) {
      const told = await facts.tell(sentence, { chat: "A" });
      assert.deepEqual([told.changed, told.items.length], [true, 0], sentence);
      assert.equal((await facts.ask("What's my locker code?")).kind, "not_stored");
      await facts.tell("undo that", { chat: "A" });
      assert.match((await facts.ask("What's my locker code?")).text, /ZX-4471-Q/u);
    }
    assert.equal(await holds("ZX-4471-Q"), true);
  }));

for (const [how, erase] of [
  ["the verb", async (facts: Facts) => void (await facts.change({ op: "erase", topic: "my locker code" }))],
  ["a sentence", async (facts: Facts) => void (await facts.tell("erase my locker code for good", { chat: "A" }))],
] as const)
  test(`an erased fact stands in no history, no mirror and no file, by ${how}`, () =>
    withFacts(async (facts, holds) => {
      await facts.tell("My locker code is ZX-4471-Q", { chat: "A" });
      await facts.tell("My locker code is now AB-9913-K", { chat: "A" });
      await facts.tell("My favorite tea is sencha", { chat: "A" });
      await erase(facts);
      assert.deepEqual(
        [await holds("ZX-4471-Q"), await holds("AB-9913-K"), await holds("sencha")],
        [false, false, true],
      );
      await assert.rejects(facts.history("my locker code"), isMissing);
      assert.match((await facts.ask("What's my locker code?")).text, /don't have your locker code stored/u);
      // What came before is all that there is to take back.
      assert.match((await facts.undo({ chat: "A" })).text, /favorite teas/u);
      assert.deepEqual(await unlikeHistory(facts), []);
    }));

test("a list is erased with its history, also when it is empty by now; what was never there is an error", () =>
  withFacts(async (facts, holds) => {
    await facts.tell("My favorite teas are sencha, assam", { chat: "A" });
    await facts.tell("Clear my favorite teas", { chat: "A" });
    const told = await facts.tell("Erase my favorite teas with their history", { chat: "A" });
    assert.equal(told.route, "facts-write");
    assert.equal(await holds("assam"), false);
    await assert.rejects(facts.change({ op: "erase", topic: "teas" }), isMissing);
    assert.equal((await facts.tell("Erase my favorite fonts for good", { chat: "A" })).changed, false);
  }));

test("who erases his own list, of which only the history is left, leaves the project's: by a sentence as by the verb", async () => {
  for (const erase of [
    async (facts: Facts) => void (await facts.change({ op: "erase", topic: "teas" })),
    async (facts: Facts) => void (await facts.tell("erase my favorite teas for good", { chat: "A" })),
  ])
    await withFacts(async (facts, holds) => {
      await facts.tell("My favorite teas are oolong, mate", { scope: "kb" });
      await facts.tell("My favorite teas are sencha, assam", { chat: "A" });
      await facts.tell("Clear my favorite teas", { chat: "A" });
      await erase(facts);
      assert.deepEqual([await holds("sencha"), await holds("oolong")], [false, true]);
    });
});

test("what an operation is called is no word that somebody said", () =>
  withFacts(async (facts) => {
    await facts.tell("My favorite teas are sencha, assam", { chat: "A" });
    await facts.tell("Swap sencha and assam", { chat: "A" });
    for (const op of ["append", "swap", "op"]) assert.deepEqual(await facts.forgetWords((text) => text === op), [], op);
  }));

function isMissing(thrown: unknown): boolean {
  return thrown instanceof LociError && thrown.code === "FACT_NOT_FOUND";
}
