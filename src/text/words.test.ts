import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { words } from "./words.ts";

test("words are runs of letters, digits and marks, and emoji", () => {
  assert.deepEqual(
    words("Don't stop").map(({ text }) => text),
    ["Don", "t", "stop"],
  );
  assert.deepEqual(
    words("iPhone手机 cafe\u0301").map(({ text }) => text),
    ["iPhone", "手机", "cafe\u0301"],
  );
  assert.deepEqual(
    words(" \u0301😀").map(({ text }) => text),
    ["😀"],
  );
});

test("each is the text between its offsets, in order, apart", () => {
  fc.assert(
    fc.property(fc.string({ unit: "binary" }), (text) => {
      let end = 0;
      for (const word of words(text)) {
        assert.equal(text.slice(word.start, word.end), word.text);
        assert.ok(word.start >= end && word.end > word.start);
        end = word.end;
      }
    }),
  );
});
