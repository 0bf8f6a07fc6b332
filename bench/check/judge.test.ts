import assert from "node:assert/strict";
import { test } from "node:test";
import { isSlower, summary } from "./judge.ts";

const pairs = (...ratios: readonly number[]): { before: number; now: number }[] =>
  ratios.map((ratio) => ({ before: 100, now: 100 * ratio }));

test("a build is slower only where every pair says so", () => {
  assert.equal(isSlower(pairs(1.5, 1.09, 1.1)), true);
  assert.equal(isSlower(pairs(1.5, 1.07, 2)), false);
  assert.equal(isSlower(pairs(1, 1, 1)), false);
  assert.equal(isSlower(pairs(0.5, 0.6, 0.7)), false);
});

test("fewer than three pairs say nothing", () => {
  assert.equal(isSlower(pairs(9, 9)), false);
  assert.equal(isSlower([]), false);
});

test("a pair that met a busy moment moves no figure", () => {
  assert.deepEqual(summary(pairs(1, 7, 1)), { before: 100, now: 100, ratio: 1 });
});
