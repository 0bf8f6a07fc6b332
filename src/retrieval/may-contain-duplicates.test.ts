import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { mayContainDuplicates } from "./collapse-duplicates.ts";
import { wordNumbers } from "./select.ts";

const may = (...texts: readonly string[]): boolean =>
  mayContainDuplicates(
    texts.map((text) => ({ words: wordNumbers(text), realm: 0 })),
    8,
  );

test("words are parted as a regular expression parts them", () => {
  const spaces = [
    "\t",
    "\n",
    "\v",
    "\f",
    "\r",
    " ",
    "\u00a0",
    "\u1680",
    "\u2000",
    "\u200a",
    "\u2028",
    "\u2029",
    "\u202f",
    "\u205f",
    "\u3000",
    "\ufeff",
  ];
  for (const space of spaces)
    assert.ok(may(`one${space}two`, `${space}ONE ${space} Two${space}`), JSON.stringify(space));
  for (const letter of ["\0", "\u001f", "\u0085", "\u200b", "\u180e"])
    assert.equal(may(`one${letter}two`, "one two"), false, JSON.stringify(letter));
});

test("words are compared as they are folded", () => {
  assert.ok(may("Crème brûlée ﬁn", "creme  BRULEE fin"));
  assert.ok(may("Straße", "strasse"));
  assert.ok(may("x\u00b4y z", "x \u0301y z"));
  assert.equal(may("crème brulee", "creme brulees"), false);
});

test("texts that share nothing, or belong to different realms, are passed", () => {
  const long = "the quick brown fox jumps over the lazy dog near the river";
  assert.equal(may(long, "pack my box with five dozen liquor jugs before the evening ends today"), false);
  assert.equal(may(long, long), true);
  assert.equal(
    mayContainDuplicates(
      [1, 2].map((realm) => ({ words: wordNumbers(long), realm })),
      8,
    ),
    false,
  );
  assert.equal(may("", " "), true);
});

test("no pair over nine tenths is missed", () => {
  const words = Array.from({ length: 80 }, (_, i) => `w${i % 31}${i % 11}`);
  fc.assert(
    fc.property(fc.array(fc.nat(79), { maxLength: 3 }), fc.nat(20), (changes, cut) => {
      const [one, other] = [
        words.slice(cut),
        words.map((word, i) => (changes.includes(i) ? `${word}x` : word)).slice(cut),
      ];
      const trigrams = (list: readonly string[]): Set<string> =>
        new Set(list.slice(2).map((word, i) => `${list[i]} ${list[i + 1]} ${word}`));
      const [a, b] = [trigrams(one), trigrams(other)];
      const common = [...a].filter((trigram) => b.has(trigram)).length;
      if (common >= 0.9 * (a.size + b.size - common)) assert.ok(may(one.join(" "), other.join("  ")));
    }),
  );
});
