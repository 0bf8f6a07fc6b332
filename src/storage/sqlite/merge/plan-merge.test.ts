import assert from "node:assert/strict";
import { test } from "node:test";
import { planMerge, type Mergeable } from "./plan-merge.ts";

const POLICY = { factor: 4, smallest: 10 };
const segment = (live: number, drawers = live): Mergeable => ({ drawers, live: { drawers: live } });

test("segments of one class wait until there are as many as the factor", () => {
  assert.equal(
    planMerge(
      [5, 5, 5].map((n) => segment(n)),
      POLICY,
    ),
    null,
  );
  assert.deepEqual(
    planMerge(
      [5, 5, 5, 5].map((n) => segment(n)),
      POLICY,
    ),
    { from: 0, to: 4 },
  );
});

test("a large segment isn't rewritten for small ones beside it", () => {
  assert.deepEqual(
    planMerge(
      [1000, 5, 5, 5, 5].map((n) => segment(n)),
      POLICY,
    ),
    { from: 1, to: 5 },
  );
  assert.equal(
    planMerge(
      [1000, 30, 30, 5, 5].map((n) => segment(n)),
      POLICY,
    ),
    null,
  );
});

test("what is mostly deleted is rewritten", () => {
  assert.deepEqual(planMerge([segment(100), segment(4, 9)], POLICY), { from: 1, to: 2 });
  assert.equal(planMerge([segment(100), segment(5, 10)], POLICY), null);
});

test("a merge that is too large for the write waits", () => {
  const segments = [500, 500, 500, 500, 5, 5, 5, 5].map((n) => segment(n));
  assert.deepEqual(planMerge(segments, POLICY, 100), { from: 4, to: 8 });
  assert.equal(planMerge(segments.slice(0, 4), POLICY, 1999), null);
  assert.deepEqual(planMerge(segments.slice(0, 4), POLICY, 2000), { from: 0, to: 4 });
});

test("one drawer at a time: the work a drawer costs and the segments left grow as the logarithm", () => {
  let segments: number[] = [];
  let rewritten = 0;
  const total = 20_000;
  for (let i = 0; i < total; i++) {
    segments.push(1);
    for (
      let plan = planMerge(
        segments.map((n) => segment(n)),
        POLICY,
      );
      plan !== null;
      plan = planMerge(
        segments.map((n) => segment(n)),
        POLICY,
      )
    ) {
      const joined = segments.slice(plan.from, plan.to).reduce((sum, n) => sum + n, 0);
      rewritten += joined;
      segments = [...segments.slice(0, plan.from), joined, ...segments.slice(plan.to)];
    }
  }
  // log₄(20,000 / 10) = 5.5 classes, and the lowest class is joined a few drawers at a time.
  assert.ok(segments.length <= 3 * 7, `${segments.length} segments`);
  assert.ok(rewritten / total < 12, `${rewritten / total} rewrites a drawer`);
});
