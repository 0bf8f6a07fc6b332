import assert from "node:assert/strict";
import { test } from "node:test";
import { fold } from "./fold.ts";
import { STOP_WORDS } from "./stop-words.ts";
import { isStopWord } from "./stop-words.ts";
import { words } from "./words.ts";

test("at least 150, folded, single words, each once", () => {
  assert.ok(STOP_WORDS.length >= 150);
  assert.equal(new Set(STOP_WORDS).size, STOP_WORDS.length);
  for (const word of STOP_WORDS) {
    assert.equal(fold(word), word);
    assert.equal(words(word).length, 1);
  }
});

test("question words and the parts of contractions are on it, content is not", () => {
  for (const word of words("when what who didn't we're it's I'll you've"))
    assert.ok(isStopWord(fold(word.text)), word.text);
  for (const word of ["tea", "school", "paris", "year"]) assert.ok(!isStopWord(word));
});
