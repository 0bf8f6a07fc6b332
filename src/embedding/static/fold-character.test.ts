import assert from "node:assert/strict";
import { test } from "node:test";
import { foldCharacter } from "./fold-character.ts";

const fold = (text: string): string => [...text].map((c) => foldCharacter(c.codePointAt(0) as number)).join("");

test("capitals and accents go", () => {
  assert.equal(fold("ÉcoleÅNGSTRÖM"), "ecoleangstrom");
  assert.equal(fold("Ǆ"), "ǆ");
});

test("a capital that lowercases to two code points loses the mark", () => {
  assert.equal(fold("İ"), "i");
});

test("a sigma folds alike in the middle and at the end of a word", () => {
  assert.equal(fold("ΣΟΦΟΣ"), "σοφοσ");
});

test("white space becomes a space, controls go", () => {
  assert.equal(fold("a\tb\u00a0c\u3000d"), "a b c d");
  assert.equal(fold("a\0b\u200bc\ufffdd\u00ade"), "abcde");
  assert.equal(foldCharacter(0xd800), "");
});

test("punctuation and ideographs stand alone, other symbols don't", () => {
  assert.equal(fold("a,b"), "a , b");
  assert.equal(fold("1+1"), "1 + 1");
  assert.equal(fold("中文"), " 中  文 ");
  assert.equal(fold("5€→かな"), "5€→かな");
});
