import assert from "node:assert/strict";
import { existsSync, readFileSync } from "node:fs";
import { test } from "node:test";
import { openMemoryFactStore } from "../../../test/contract/reference/open-fact-store.ts";
import { createFacts } from "../../../src/facts/create-facts.ts";
import type { FactCase } from "./case.ts";
import { evaluateCases } from "./evaluate-cases.ts";

/** Files of cases, and how many of each are met at least: all of those given; of our own what was met once. What else is in them it doesn't read. */
const FILES: readonly (readonly [file: string, floor: number])[] = [
  ["../../../../shared/data/facts/cases.jsonl", 1],
  ["../../../evals/facts/cases.jsonl", 0.93],
  ["../../../evals/facts/cases-more.jsonl", 0.75],
  ["../../../evals/facts/cases-judge.jsonl", 0.88],
];

for (const [name, floor] of FILES) {
  const file = new URL(name, import.meta.url);
  test(
    `cases of ${name.replace(/^(\.\.\/)+/u, "")}`,
    { skip: existsSync(file) ? false : `${name} is not there` },
    async () => {
      const cases = readFileSync(file, "utf8")
        .trim()
        .split("\n")
        .map((line) => JSON.parse(line) as FactCase);
      let now = Date.UTC(2026, 0, 1);
      const report = await evaluateCases(cases, async () =>
        createFacts({
          store: openMemoryFactStore(),
          files: null,
          clock: () => (now += 1000),
          newId: () => String(now),
        }),
      );
      assert.ok(
        report.accuracy >= floor,
        `${report.accuracy}: ${JSON.stringify(
          report.failures.map(({ query, found }) => [query, found]),
          null,
          1,
        )}`,
      );
      assert.ok(report.cases > 50);
    },
  );
}

test("a case that is not met is reported with what was found", async () => {
  let now = 0;
  const wrong: FactCase = {
    group: "negative",
    history: ["My favorite tea is assam"],
    query: "What's my favorite tea?",
    expect: { kind: "answer", value: "sencha" },
  };
  const report = await evaluateCases([wrong, { ...wrong, expect: { kind: "answer", value: "assam" } }], async () =>
    createFacts({ store: openMemoryFactStore(), files: null, clock: () => ++now, newId: () => String(++now) }),
  );
  assert.equal(report.accuracy, 0.5);
  assert.deepEqual(
    report.failures.map(({ line, found }) => [line, found]),
    [[1, "facts-read/value: Your favorite tea is assam."]],
  );
});

test("a value that must not be answered may hold spaces and signs", async () => {
  let now = 0;
  const open = async () =>
    createFacts({ store: openMemoryFactStore(), files: null, clock: () => ++now, newId: () => String(++now) });
  const one: FactCase = {
    group: "topic_bleed",
    history: ["My favorite hymns are Abide with Me, 9-to-5 (live) and Jerusalem"],
    query: "What's my favorite hymn?",
    expect: { kind: "answer", value: "Abide with Me", not: ["9-to-5 (live)", "Be Thou My Vision"] },
  };
  const leaking: FactCase = { ...one, expect: { kind: "answer", value: "Abide with Me", not: ["Abide with Me"] } };
  assert.deepEqual(
    (await evaluateCases([one, leaking], open)).failures.map(({ line }) => line),
    [2],
  );
});
