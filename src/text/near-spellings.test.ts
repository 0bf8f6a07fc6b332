import assert from "node:assert/strict";
import { test } from "node:test";
import { nearSpellings } from "./near-spellings.ts";
import { stem } from "./stem.ts";

test("a typing error is undone, with the few likeliest spellings first", () => {
  const cases: readonly [string, string, number][] = [
    ["failiure", "failure", 0],
    ["musuem", "museum", 0],
    ["rechnungen", "rechnung", 0],
    ["commitee", "committee", 1],
    ["lindquist", "lindqvist", 1],
    ["помидор", "помидоры", 1],
  ];
  for (const [wrong, right, list] of cases) assert.ok(nearSpellings(wrong)[list]?.includes(stem(right)), wrong);
});

test("short words, words with figures and scripts without an alphabet have none", () => {
  for (const word of ["cat", "e0382", "東京", "", "x".repeat(30)]) assert.deepEqual(nearSpellings(word), []);
});

test("none is the word itself, and none stands twice", () => {
  const all = nearSpellings("accordion").flat();
  assert.equal(new Set(all).size, all.length);
  assert.ok(!all.includes(stem("accordion")));
});
