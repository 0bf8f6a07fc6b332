import assert from "node:assert/strict";
import { test } from "node:test";
import { packBudget } from "./select.ts";

const pack = (sizes: readonly number[], tokens: number) => packBudget(sizes, (size) => "word ".repeat(size), tokens);

test("fills a budget of tokens in order, passing over what is too large for the rest", () => {
  assert.deepEqual(pack([25, 100, 50, 22], 100), [25, 50, 22]);
});

test("the first item stays even when it is too large, and leaves nothing for others", () => {
  assert.deepEqual(pack([1000, 10], 5), [1000]);
  assert.deepEqual(pack([], 5), []);
});
