import assert from "node:assert/strict";
import { test } from "node:test";
import { Tally } from "./tally.ts";

test("a tree may hold any number of files that are no documents", () => {
  const tally = new Tally();
  tally.scanned({
    skipped: Array.from({ length: 300_000 }, (_, i) => ({ path: `${i}.jpg`, reason: "unknown type" })),
    failed: [],
  });
  assert.deepEqual([tally.seen, tally.skipped.length, tally.failed.length], [300_000, 300_000, 0]);
});
