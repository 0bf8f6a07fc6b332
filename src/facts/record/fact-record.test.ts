import assert from "node:assert/strict";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import { openSqliteFactStore } from "../../storage/sqlite/catalog/open-catalog.ts";
import { createFacts } from "../create-facts.ts";
import { factRecord } from "./fact-record.ts";

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
  await facts.tell("The boat's mooring is number 14", { chat: "A" });
  await facts.close();
  const whole = readFileSync(path);
  const valuesIn = async (bytes: Buffer): Promise<readonly string[]> => {
    writeFileSync(path, bytes);
    const store = await openSqliteFactStore(":memory:");
    await factRecord(path).restore(store);
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
  const [right, ...others] = await valuesIn(whole);
  assert.ok(right?.includes("number 14") && others.length === 0, "what was written comes back");
  const start = whole.indexOf("\n") + 1;
  for (let at = start; at < whole.length - 1; at += 3) {
    const bytes = Buffer.from(whole);
    bytes[at] = (bytes[at] as number) ^ 1;
    for (const value of await valuesIn(bytes)) assert.equal(value, right, String(at));
  }
});
