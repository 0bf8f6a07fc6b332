import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { fold } from "../text/words.ts";
import { wordNumbers } from "./select.ts";
import { rounds } from "../../test/rounds.fixture.ts";
import { codePoint } from "../../test/code-point.fixture.ts";

test("as many numbers as there are folded words, and equal ones for equal words", () => {
  const piece = fc.oneof(
    fc.constantFrom(
      "Tea",
      "tea",
      "TEA",
      "é",
      "e",
      "É",
      " ",
      "\n",
      "\u3000",
      "\0",
      "ﷺ",
      "ß",
      "漢",
      "don't",
      "\u200b",
      "x".repeat(50),
    ),
    fc.string({ unit: codePoint }),
  );
  const known = new Map<string, number>();
  fc.assert(
    fc.property(
      fc.array(piece, { maxLength: 40 }).map((pieces) => pieces.join("")),
      (text) => {
        // Word by word, as the numbers are made: a fold of the whole may join what a fold of a word doesn't.
        const words = text
          .split(/\s+/)
          .flatMap((word) => (/^[\0-\x7f]*$/.test(word) ? [word.toLowerCase()] : fold(word).split(/\s+/)))
          .filter((word) => word !== "");
        const numbers = wordNumbers(text);
        assert.equal(numbers.length, words.length);
        words.forEach((word, i) => {
          assert.equal(numbers[i], known.get(word) ?? numbers[i], JSON.stringify(word));
          known.set(word, numbers[i] as number);
        });
      },
    ),
    { numRuns: rounds(3_000, 100) },
  );
  assert.ok(new Set(known.values()).size > known.size * 0.999);
});

test("a text whose folds hold more words than room was made for", () => {
  // One character, four words.
  const text = "ﷺ ".repeat(3_000);
  assert.equal(wordNumbers(`${text}end`).length, fold(text).trim().split(/\s+/).length + 1);
});
