import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { bundledTable } from "./bundled-table.fixture.ts";
import { WordPieceTokenizer, foldCharacter } from "./tokenizer.ts";

const { vocabulary } = bundledTable();
const tokenizer = new WordPieceTokenizer(vocabulary);
const tokens = (text: string): string[] => [...tokenizer.encode(text)].map((id) => vocabulary.token(id));
/** Texts with the ids that the reference library gives them; made by `models/making/fixture.py`. */
const reference = JSON.parse(readFileSync(new URL("tokenizer.fixture.json", import.meta.url), "utf8")) as [
  string,
  number[],
][];

test("ids agree with the reference on varied text", () => {
  assert.ok(reference.length >= 300);
  for (const [text, ids] of reference) assert.deepEqual([...tokenizer.encode(text)], ids, JSON.stringify(text));
});

test("words carry the ids that the text has", () => {
  for (const [text, ids] of reference)
    assert.deepEqual(
      tokenizer.encodeWords(text).flatMap((word) => word.ids),
      ids,
    );
});

test("the longest token from the left is taken", () => {
  assert.deepEqual(tokens("unaffable"), ["una", "##ffa", "##ble"]);
});

test("a word that can't be cut, or is over 100 characters long, is one unknown token", () => {
  assert.deepEqual(tokens("ok 😀 ok"), ["ok", "[UNK]", "ok"]);
  assert.deepEqual(tokens("a".repeat(101)), ["[UNK]"]);
  assert.notDeepEqual(tokens("a".repeat(100)), ["[UNK]"]);
});

test("a special token that is spelled out is plain text", () => {
  assert.deepEqual(tokens("[SEP]"), ["[", "sep", "]"]);
});

test("a lone surrogate is dropped", () => {
  assert.deepEqual(tokens("he\ud800llo"), ["hello"]);
});

test("a long text grows the buffer", () => {
  assert.equal(tokenizer.encode("word ".repeat(50_000)).length, 50_000);
});

test("a hostile word costs no more than any other text of its length", () => {
  assert.equal(tokenizer.encode("x".repeat(2_000_000)).length, 1);
});

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
