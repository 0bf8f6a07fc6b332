import assert from "node:assert/strict";
import { test } from "node:test";
import { planSettling } from "./merger.ts";

const segments = (...sizes: readonly number[]) => sizes.map((live) => ({ drawers: live, live: { drawers: live } }));

test("the last segments are joined, up to half of the scope", () => {
  assert.deepEqual(planSettling(segments(6000, 1000, 1000, 1000, 800), 10_000), { from: 1, to: 5 });
  assert.deepEqual(planSettling(segments(36_000, 36_000, 6000, 6000, 6000, 1000), 100_000), { from: 2, to: 6 });
});

test("a few are left as they are", () => {
  assert.equal(planSettling(segments(1000, 1000, 1000, 1000, 980), 5000), null);
  assert.equal(planSettling([], 5000), null);
});

test("a small run rewrites little, whatever was there before", () => {
  assert.equal(planSettling(segments(36_000, 6000, 1000, 1000, 40), 40), null);
  assert.deepEqual(planSettling(segments(36_000, 6000, 1000, 60, 60, 40), 40), { from: 3, to: 6 });
  assert.equal(planSettling(segments(36_000, 60, 60, 40), 0), null);
});

test("no merge is larger than memory allows", () => {
  assert.deepEqual(planSettling(segments(800_000, 65_000, 60_000, 3000, 3000, 3000), 1_000_000), { from: 2, to: 6 });
});
