import assert from "node:assert/strict";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test, type TestContext } from "node:test";
import { evaluateHalls } from "./halls.ts";
import { evaluateRooms } from "./rooms.ts";

function file(t: TestContext, lines: readonly object[]): string {
  const folder = mkdtempSync(join(tmpdir(), "loci-suite-"));
  t.after(() => rmSync(folder, { recursive: true }));
  writeFileSync(join(folder, "cases.jsonl"), lines.map((line) => `${JSON.stringify(line)}\n`).join(""));
  return join(folder, "cases.jsonl");
}

test("halls: macro-F1 by hand, confusion, unsure, failures", async (t) => {
  const data = file(t, [
    { text: "We decided to use PostgreSQL.", hall: "facts" },
    { text: "Yesterday we met at the office.", hall: "events" },
    { text: "Yesterday we met at the harbour.", hall: "facts" },
    { text: "Hm.", hall: null },
  ]);
  const report = await evaluateHalls({ data, commit: "c", failures: true });
  // facts: 1 of 2 found, none wrongly: 2·1 / (2 + 1). events: 1 found, 1 wrongly: 2·1 / (1 + 2).
  assert.deepEqual(
    [report.macroF1, report.accuracy, report.unsure, report.f1],
    [0.6667, 0.75, 0, { facts: 0.6667, events: 0.6667 }],
  );
  assert.equal(report.confusion["facts"]?.["events"], 1);
  assert.deepEqual(report.failures, [
    { text: "Yesterday we met at the harbour.", hall: "facts", classified: "events" },
  ]);
});

test("rooms: accuracy, what was missed and what was joined", async (t) => {
  const data = file(t, [
    { a: "Auth migration", b: "Migrating auth", same: true },
    { a: "Tea", b: "Coffee", same: false },
    { a: "Tea", b: "Coffee", same: true },
    { a: "Movies", b: "Movie", same: false },
  ]);
  const { accuracy, counts, failures } = await evaluateRooms({ data, commit: "c", failures: true });
  assert.deepEqual([accuracy, counts], [0.5, { pairs: 4, same: 2, missed: 1, joined: 1 }]);
  assert.equal(failures?.length, 2);
});

test("a file that isn't there, and lines that are no cases, are errors", async (t) => {
  await assert.rejects(evaluateHalls({ data: "nowhere.jsonl", commit: "c", failures: false }), {
    code: "DATA_NOT_FOUND",
  });
  await assert.rejects(evaluateHalls({ data: file(t, [{ text: "x", hall: "attic" }]), commit: "c", failures: false }), {
    code: "DATA_NOT_FOUND",
  });
  await assert.rejects(evaluateRooms({ data: file(t, [{ a: "x" }]), commit: "c", failures: false }), {
    code: "DATA_NOT_FOUND",
  });
});
