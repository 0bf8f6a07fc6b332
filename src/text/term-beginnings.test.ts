import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import fc from "fast-check";
import { rounds } from "../../test/rounds.fixture.ts";
import { termFinder, indexTerms } from "./analyzer.ts";
import { termBeginnings } from "./term-beginnings.ts";

const VOCABULARY = readFileSync(join(import.meta.dirname, "..", "..", "models", "vocab.txt"), "utf8")
  .split("\n")
  .filter((word) => /^[a-z]{2,}$/.test(word));
const ENDINGS = [
  "",
  "s",
  "es",
  "ed",
  "ing",
  "y",
  "ies",
  "ly",
  "ational",
  "izer",
  "ness",
  "e",
  "eed",
  "ousli",
  "biliti",
];

test("no word is passed over that has a wanted term", () => {
  const check = (word: string): void => {
    for (const term of indexTerms(word)) {
      const { two, three } = termBeginnings(new Set([term]));
      assert.ok(two(word.charCodeAt(0), word.charCodeAt(1)), `${word} → ${term}`);
      assert.ok(
        three(word.charCodeAt(0), word.charCodeAt(1), word.length > 2 ? word.charCodeAt(2) : 0),
        `${word} → ${term}`,
      );
    }
  };
  // Each word with all endings, or with every third, each ending with a third of the words.
  const step = rounds(1, 3);
  for (const [i, word] of VOCABULARY.entries())
    for (let j = i % step; j < ENDINGS.length; j += step) check(word + String(ENDINGS[j]));
  const letter = fc.constantFrom(..."abcdegilnoprstuvyz");
  fc.assert(
    fc.property(
      fc.array(letter, { minLength: 1, maxLength: 5 }),
      fc.constantFrom(...ENDINGS.slice(1)),
      (letters, ending) => check(letters.join("") + ending),
    ),
    { numRuns: rounds(20_000, 2_000) },
  );
});

test("what is found of some terms is what is found of all, but for the others", () => {
  const word = fc.oneof(
    fc.constantFrom(
      "aed",
      "oing",
      "ays",
      "Running",
      "run",
      "a",
      "b2",
      "getUserName",
      "src/user_store.ts",
      "naïve",
      "東京都",
      "well-known",
      "APIs",
      "y",
      "dying",
    ),
    fc.constantFrom(...VOCABULARY),
  );
  fc.assert(
    fc.property(
      fc.array(word, { maxLength: 30 }),
      fc.array(word, { maxLength: 6 }),
      fc.constantFrom(" ", ", ", "\n", "-", "."),
      (text, query, between) => {
        const joined = text.join(between);
        const wanted = new Set(query.flatMap(indexTerms));
        assert.deepEqual(
          termFinder(wanted)(joined),
          termFinder(new Set(indexTerms(joined)))(joined).filter(({ term }) => wanted.has(term)),
        );
      },
    ),
    { numRuns: 2_000 },
  );
});
