import assert from "node:assert/strict";
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import { openSqliteFactStore } from "../../storage/sqlite/catalog/open-catalog.ts";
import { createFacts } from "../create-facts.ts";
import { damagedLines, factRecord } from "./fact-record.ts";

test("one wrong byte in the record of facts gives back no other value", async (t) => {
  const folder = mkdtempSync(join(tmpdir(), "loci-record-"));
  t.after(() => rmSync(folder, { recursive: true }));
  const path = join(folder, "facts.jsonl");
  let now = Date.UTC(2026, 0, 1);
  const facts = createFacts({
    store: await openSqliteFactStore(join(folder, "catalog.sqlite")),
    files: null,
    record: factRecord(path),
    clock: () => (now += 1000),
    newId: () => String(now),
  });
  await facts.tell("The ferry's berth is number 3", { chat: "A" });
  await facts.tell("The boat's mooring is number 14", { chat: "A" });
  await facts.close();
  const whole = readFileSync(path);
  let damaged: readonly number[] = [];
  const valuesIn = async (bytes: Buffer): Promise<readonly string[]> => {
    writeFileSync(path, bytes);
    const store = await openSqliteFactStore(":memory:");
    damaged = await factRecord(path).restore(store);
    const values = await store.read((reader) =>
      reader
        .lists(null)
        .flatMap(({ scope, key }) =>
          (reader.list(scope, key)?.items ?? []).map(({ value }) => `${scope} ${key} ${value}`),
        ),
    );
    await store.close();
    return values;
  };
  const right = await valuesIn(whole);
  assert.ok(right.length === 2 && right[0]?.includes("number 14"), "what was written comes back");
  assert.deepEqual(damaged, []);
  assert.ok(!existsSync(`${path}.damaged`));
  for (let at = 0; at < whole.length; at++) {
    const bytes = Buffer.from(whole);
    bytes[at] = (bytes[at] as number) ^ (1 << (at % 8));
    writeFileSync(path, bytes);
    assert.notDeepEqual(damagedLines(path), [], String(at));
  }
  const start = whole.lastIndexOf("\n", whole.length - 2) + 1;
  for (let at = start; at < whole.length - 1; at += 3) {
    const bytes = Buffer.from(whole);
    bytes[at] = (bytes[at] as number) ^ 1;
    for (const value of await valuesIn(bytes)) assert.ok(right.includes(value), String(at));
    assert.deepEqual(damaged, [3], String(at));
    // A person may still read it.
    assert.deepEqual(readFileSync(`${path}.damaged`), bytes);
  }
  // A process that was killed while it wrote: the next change doesn't stand on its line.
  writeFileSync(path, whole.subarray(0, -20));
  const store = await openSqliteFactStore(join(folder, "catalog.sqlite"));
  await factRecord(path).catchUp(store);
  await store.close();
  const changes = (bytes: Buffer): string => bytes.subarray(bytes.indexOf("\n")).toString();
  assert.deepEqual([damagedLines(path), changes(readFileSync(path))], [[], changes(whole)]);
});
