import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { collapseDuplicates, mayContainDuplicates } from "./collapse-duplicates.ts";
import { wordNumbers } from "./select.ts";
import { rounds } from "../../test/rounds.fixture.ts";

const collapse = (texts: readonly string[]) =>
  collapseDuplicates(texts, wordNumbers, () => "").map(({ item, duplicates }) => [item, duplicates.length]);

test("equal texts, by case, accents and spacing apart, collapse onto the first", () => {
  assert.deepEqual(collapse(["Café  noir", "tea", "cafe noir", "CAFÉ NOIR"]), [
    ["Café  noir", 2],
    ["tea", 0],
  ]);
});

test("long texts that share nine tenths of their trigrams collapse, short and different ones don't", () => {
  const words = Array.from({ length: 100 }, (_, i) => `word${i}`);
  const near = words.with(50, "other").join(" ");
  const far = words.map((word, i) => (i % 10 === 0 ? `x${i}` : word)).join(" ");
  assert.deepEqual(
    collapse([words.join(" "), near, far]).map(([, count]) => count),
    [1, 0],
  );
  assert.equal(collapse(["yes I do", "yes I did"]).length, 2);
});

test("what belongs to different realms stays apart", () => {
  assert.equal(
    collapseDuplicates(
      ["a:tea", "b:tea", "a:tea"],
      (text) => wordNumbers(text.slice(2)),
      (text) => text.slice(0, 1),
    ).length,
    2,
  );
});

/** Every pair compared whole, as the definition says it. */
function byDefinition(texts: readonly string[]): readonly (readonly [string, number])[] {
  const groups: {
    readonly text: string;
    readonly words: string;
    readonly trigrams: ReadonlySet<string>;
    count: number;
  }[] = [];
  for (const text of texts) {
    const words = text.split(" ");
    const trigrams = new Set(
      words.length < 8 ? [] : words.slice(2).map((word, i) => `${words[i]} ${words[i + 1]} ${word}`),
    );
    const group = groups.find((other) => {
      const common = [...trigrams].filter((trigram) => other.trigrams.has(trigram)).length;
      return (
        other.words === text ||
        (trigrams.size > 0 && common > 0 && common >= 0.9 * (trigrams.size + other.trigrams.size - common))
      );
    });
    if (group === undefined) groups.push({ text, words: text, trigrams, count: 0 });
    else group.count++;
  }
  return groups.map(({ text, count }) => [text, count]);
}

test("the same as comparing every pair whole", () => {
  const base = Array.from({ length: 60 }, (_, i) => `w${i % 23}${i % 7}`);
  const edited = fc
    .record({
      from: fc.nat(30),
      length: fc.integer({ min: 1, max: 60 }),
      changes: fc.array(fc.nat(59), { maxLength: 4 }),
    })
    .map(({ from, length, changes }) =>
      base
        .map((word, i) => (changes.includes(i) ? `${word}x` : word))
        .slice(from, from + length)
        .join(" "),
    );
  fc.assert(
    fc.property(fc.array(edited, { maxLength: 25 }), (texts) => {
      assert.deepEqual(collapse(texts), byDefinition(texts));
    }),
    { numRuns: rounds(300, 20) },
  );
});

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
