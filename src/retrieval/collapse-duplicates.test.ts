import assert from "node:assert/strict";
import { test } from "node:test";
import { collapseDuplicates } from "./collapse-duplicates.ts";

const collapse = (texts: readonly string[]) => collapseDuplicates(texts, (text) => text, () => "").map(({ item, duplicates }) => [item, duplicates.length]);

test("equal texts, by case, accents and spacing apart, collapse onto the first", () => {
  assert.deepEqual(collapse(["Café  noir", "tea", "cafe noir", "CAFÉ NOIR"]), [["Café  noir", 2], ["tea", 0]]);
});

test("long texts that share nine tenths of their trigrams collapse, short and different ones don't", () => {
  const words = Array.from({ length: 100 }, (_, i) => `word${i}`);
  const near = words.with(50, "other").join(" ");
  const far = words.map((word, i) => (i % 10 === 0 ? `x${i}` : word)).join(" ");
  assert.deepEqual(collapse([words.join(" "), near, far]).map(([, count]) => count), [1, 0]);
  assert.equal(collapse(["yes I do", "yes I did"]).length, 2);
});

test("what belongs to different realms stays apart", () => {
  assert.equal(collapseDuplicates(["a:tea", "b:tea", "a:tea"], (text) => text.slice(2), (text) => text.slice(0, 1)).length, 2);
});
