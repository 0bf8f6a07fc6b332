import assert from "node:assert/strict";
import { DatabaseSync } from "node:sqlite";
import { test } from "node:test";
import fc from "fast-check";
import { fold } from "./fold.ts";

test("lower case without diacritics", () => {
  assert.equal(fold("Café ﬁn Straße Ærø İstanbul"), "cafe fin strasse aero istanbul");
  assert.equal(fold("ＡＢＣ１２"), "abc12");
  assert.equal(fold("Йод Ёлка"), "йод елка");
  assert.equal(fold("Ὀδυσσεύς"), "οδυσσευσ");
  assert.equal(fold("co\u00adoperate"), "cooperate");
});

test("folding twice is folding once", () => {
  fc.assert(
    fc.property(fc.string({ unit: "binary" }), (text) => assert.equal(fold(fold(text)), fold(text))),
    { numRuns: 2000 },
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
