import assert from "node:assert/strict";
import { join } from "node:path";
import { test } from "node:test";
import { collection } from "./collection.fixture.ts";
import { evaluateFacts } from "./facts.ts";

test("the report names what it was measured on", async (t) => {
  const folder = collection(t, {
    "mine.jsonl": [{ group: "g", history: [], query: "How are you?", expect: { kind: "pass" } }],
  });
  const { data, cases, met, commit } = await evaluateFacts({
    data: join(folder, "mine.jsonl"),
    commit: "c",
    failures: false,
  });
  assert.deepEqual([data.name, cases, met, commit], ["mine.jsonl", 1, 1, "c"]);
  assert.match(data.hash, /^[0-9a-f]{16}$/);
});

test("a folder stands for its file of cases, and a case may leave its history out", async (t) => {
  const lines = [{ query: "How are you?", expect: { kind: "pass" } }];
  const measured = async (data: string): Promise<unknown> =>
    (await evaluateFacts({ data, commit: "c", failures: false })).data.name;
  assert.equal(await measured(collection(t, { "cases.jsonl": lines, "other.jsonl": [] })), "cases.jsonl");
  assert.equal(await measured(collection(t, { "held-back.jsonl": lines, "README.md": "" })), "held-back.jsonl");
  await assert.rejects(measured(collection(t, { "a.jsonl": lines, "b.jsonl": lines })), {
    code: "DATA_NOT_FOUND",
    hint: "give the file with --data",
  });
  await assert.rejects(measured(collection(t, { "README.md": "" })), { code: "DATA_NOT_FOUND" });
});

test("a failure is named by its line, with empty ones before it", async (t) => {
  const failing = JSON.stringify({ query: "How are you?", expect: { kind: "unknown" } });
  const { failures } = await evaluateFacts({
    data: collection(t, { "cases.jsonl": `\n${failing}\n\n${failing}\n` }),
    commit: "c",
    failures: true,
  });
  assert.deepEqual(
    failures?.map(({ line }) => line),
    [2, 4],
  );
});
