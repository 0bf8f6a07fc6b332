import assert from "node:assert/strict";
import { appendFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { temporaryFolder } from "../../../test/e2e/notes.fixture.ts";
import { lastOf, appendLog, type SearchLogEntry } from "../audit.ts";

test("the log keeps the newest within its bound, and a line that was cut off hides no other", (t) => {
  const file = join(temporaryFolder(t), "searches.jsonl");
  const entry = (i: number): SearchLogEntry => ({
    time: new Date(i).toISOString(),
    caller: "owner",
    client: "cli",
    query: String(i),
    ids: Array.from({ length: 50 }, (_, n) => String(n).padStart(32, "0")),
  });
  for (let i = 0; i < 1_000; i++) appendLog(file, entry(i));
  assert.ok(statSync(file).size < 600_000);
  assert.equal(statSync(file).mode & 0o777, 0o600);
  appendFileSync(file, '{"time":"20');
  const newest = lastOf(file, 300);
  assert.deepEqual(
    newest.map(({ query }) => query),
    Array.from({ length: 300 }, (_, i) => String(999 - i)),
  );
  assert.ok(lastOf(file, 10_000).length < 700, "older ones are gone");
});
