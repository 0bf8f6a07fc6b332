import assert from "node:assert/strict";
import { test } from "node:test";
import { collection } from "./collection.fixture.ts";
import { evaluateConversations } from "./conversation.ts";
import { evaluateGate } from "./gate.ts";
import { evaluatePalace } from "./palace.ts";

const SUBJECTS = ["harbour", "lantern", "beehive", "glacier"];

test("groups whose names differ in signs only, ids with a number sign or as numbers, fields that are missing", async (t) => {
  const groups = ["李明", "王芳", "Chat/1", "chat 1"];
  const docs = groups.flatMap((group, i) => [
    {
      id: `D1#${i}`,
      group,
      session: 1,
      date: "05.01.2024, 21:52:04",
      role: "Emi",
      text: `The ${SUBJECTS[i]} was closed yesterday.`,
    },
    { id: i, group, session: 2, text: "😂" },
    { id: `empty-${i}`, group, session: 2 },
  ]);
  const queries = groups.map((group, i) => ({
    id: i,
    group,
    query: `Who closed the ${SUBJECTS[i]}?`,
    gold: [`D1#${i}`],
    answer: 3,
  }));
  const data = collection(t, { "docs.jsonl": docs, "queries.jsonl": queries });
  const report = await evaluateConversations("locomo", { data, commit: "c", failures: true });
  assert.deepEqual(
    [report.counts, report["recall@5"], report["sessionRecall@1"], report["evidence@1500"]],
    [{ documents: 12, queries: 4, groups: 4, leftOut: 0 }, 100, 100, 100],
  );
  assert.deepEqual(report.failures, []);
  const palace = await evaluatePalace({ data, commit: "c", failures: false });
  assert.deepEqual([palace["none"], palace["wing"], palace.counts["unplaced"]], [100, 100, 0]);
  assert.equal((await evaluateGate({ data, commit: "c", failures: false })).counts["answerable"], 4);
});

test("a question that says when it was asked is asked then", async (t) => {
  const message = (id: string, seq: number, date: string, text: string): object => ({
    id,
    group: "g",
    session: id,
    seq,
    date,
    role: "Emi",
    text,
  });
  const docs = [
    message("a", 0, "2026-05-01", "The harbour was closed."),
    message("b", 1, "2026-05-02", "And the harbour was closed to us, they say, for longer than a while."),
    message("c", 2, "2026-05-03", "Later."),
  ];
  const queries = [{ id: "q", group: "g", query: "Why was the harbour closed yesterday?", gold: ["b"], asked_seq: 2 }];
  const data = collection(t, { "docs.jsonl": docs, "queries.jsonl": queries });
  assert.equal((await evaluateConversations("realmem", { data, commit: "c", failures: false }))["mrr"], 100);
});

test("one right passage may stand without a list, and what is neither is named", async (t) => {
  const docs = [
    { id: 1, group: "g", session: 1, text: "The harbour was closed." },
    { id: 2, group: "g", session: 1, text: "The lantern is lit." },
  ];
  const ask = (gold: unknown): object => ({ id: "q", group: "g", query: "Was the harbour closed?", gold });
  const counts = async (...golds: readonly unknown[]): Promise<unknown> =>
    (
      await evaluateConversations("locomo", {
        data: collection(t, { "docs.jsonl": docs, "queries.jsonl": golds.map(ask) }),
        commit: "c",
        failures: false,
      })
    ).counts;
  assert.deepEqual(await counts(1, "1", ["1"], [], null, undefined), {
    documents: 2,
    queries: 3,
    groups: 1,
    leftOut: 3,
  });
  await assert.rejects(counts([1], { id: 1 }), {
    code: "DATA_NOT_FOUND",
    message: "line 2 of queries.jsonl can't be read",
  });
});

test("a collection in which nothing can be judged is an error, not a report of zeros", async (t) => {
  const data = collection(t, { "docs.jsonl": [], "queries.jsonl": [] });
  await assert.rejects(evaluateConversations("locomo", { data, commit: "c", failures: false }), {
    code: "DATA_NOT_FOUND",
  });
  const wrong = collection(t, { "docs.jsonl": [{ id: "a", session: "s" }, 42], "queries.jsonl": [] });
  await assert.rejects(evaluateGate({ data: wrong, commit: "c", failures: false }), {
    code: "DATA_NOT_FOUND",
    message: "line 2 of docs.jsonl can't be read",
  });
});
