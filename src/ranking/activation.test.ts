import assert from "node:assert/strict";
import { test } from "node:test";
import { activation } from "./weights.ts";

const NOW = 1_000_000_000;
const ago = (seconds: number, weight = 1) => ({ time: NOW - seconds * 1000, weight });
const close = (actual: number, expected: number): void =>
  assert.ok(Math.abs(actual - expected) < 1e-12, `${actual} is not ${expected}`);

test("hand-computed values", () => {
  close(activation([], NOW), 0);
  close(activation([ago(4)], NOW), Math.log(1.5)); // 4^-0.5 = 0.5
  close(activation([ago(1), ago(4), ago(100)], NOW), Math.log(1 + 1 + 0.5 + 0.1));
  close(activation([ago(4, 0.5)], NOW), Math.log(1.25));
});

test("younger than a second, and in the future, count as one second", () => {
  close(activation([ago(0)], NOW), Math.log(2));
  close(activation([ago(0.25)], NOW), Math.log(2));
  close(activation([ago(-3600)], NOW), Math.log(2));
});

test("only the last 50 accesses count, in any order given", () => {
  const recent = Array.from({ length: 50 }, () => ago(4));
  close(activation([ago(10_000), ...recent, ago(20_000)], NOW), Math.log(1 + 50 * 0.5));
});
