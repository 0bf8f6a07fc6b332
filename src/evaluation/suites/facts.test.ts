import assert from "node:assert/strict";
import { join } from "node:path";
import { test } from "node:test";
import { collection } from "./collection.fixture.ts";
import { evaluateFacts } from "./facts.ts";

test("the report names what it was measured on", async (t) => {
  const folder = collection(t, { "mine.jsonl": [{ group: "g", history: [], query: "How are you?", expect: { kind: "pass" } }] });
  const { data, cases, met, commit } = await evaluateFacts({ data: join(folder, "mine.jsonl"), commit: "c", failures: false });
  assert.deepEqual([data.name, cases, met, commit], ["mine.jsonl", 1, 1, "c"]);
  assert.match(data.hash, /^[0-9a-f]{16}$/);
});
