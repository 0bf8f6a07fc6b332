import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { words, STOP_WORDS, isStopWord, fold } from "./words.ts";
import { DatabaseSync } from "node:sqlite";
import { rounds } from "../../test/rounds.fixture.ts";
import { codePoint } from "../../test/code-point.fixture.ts";

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
    fc.property(fc.string({ unit: codePoint }), (text) => {
      let end = 0;
      for (const word of words(text)) {
        assert.equal(text.slice(word.start, word.end), word.text);
        assert.ok(word.start >= end && word.end > word.start);
        end = word.end;
      }
    }),
  );
});

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

test("lower case without diacritics", () => {
  assert.equal(fold("Café ﬁn Straße Ærø İstanbul"), "cafe fin strasse aero istanbul");
  assert.equal(fold("ＡＢＣ１２"), "abc12");
  assert.equal(fold("Йод Ёлка"), "йод елка");
  assert.equal(fold("Ὀδυσσεύς"), "οδυσσευσ");
  assert.equal(fold("co\u00adoperate"), "cooperate");
});

test("folding twice is folding once", () => {
  fc.assert(
    fc.property(fc.string({ unit: codePoint }), (text) => assert.equal(fold(fold(text)), fold(text))),
    { numRuns: rounds(2000, 67) },
  );
});

test("upper and lower case, composed and decomposed fold alike", () => {
  const letters = fc.string({ unit: fc.constantFrom(..."aéüñçőžåïABZЖйёασΩ漢か한") });
  fc.assert(fc.property(letters, (text) => assert.equal(fold(text.toUpperCase().normalize("NFD")), fold(text))));
});

test("Latin letters fold as in unicode61 with remove_diacritics 2", () => {
  const db = new DatabaseSync(":memory:");
  db.exec(
    "CREATE VIRTUAL TABLE t USING fts5(w, tokenize = 'unicode61 remove_diacritics 2'); CREATE VIRTUAL TABLE v USING fts5vocab(t, instance)",
  );
  const insert = db.prepare("INSERT INTO t(rowid, w) VALUES (?, ?)");
  // Latin-1, Extended-A and Additional; without letters that FTS5 keeps apart, or that are spelt with two here.
  for (let code = 0xc0; code <= 0x1ef9; code++) {
    if (code === 0x180) code = 0x1e00;
    const letter = String.fromCharCode(code);
    if (/^\p{L}$/u.test(letter) && /^[A-Za-z]\p{M}+$/u.test(letter.normalize("NFKD"))) insert.run(code, `x${letter}x`);
  }
  for (const { term, doc } of db.prepare("SELECT term, doc FROM v").all())
    assert.equal(fold(`x${String.fromCharCode(Number(doc))}x`), term);
  db.close();
});
