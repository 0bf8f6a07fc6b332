import assert from "node:assert/strict";
import { test } from "node:test";
import { foldOther, splitOtherScripts } from "./other-languages.ts";

const words = (text: string): string[] => splitOtherScripts(text)?.others.map(({ word }) => word) ?? [];

test("a text in Latin letters, with symbols of other scripts, is left alone", () => {
  for (const text of [
    "",
    "Zürich, São Paulo, Đà Nẵng",
    "TNF-α and 5 µm",
    "αβ T cells",
    "naïve — “quoted” … 5€ → 😀",
    "½ ² ℃ ™ Å Ω",
    "ﬁne ⅷ",
  ])
    assert.equal(splitOtherScripts(text), null, text);
});

test("words of other scripts stand apart, and a space stays where they were", () => {
  const split = splitOtherScripts("Используем Python 3 для сервера.");
  assert.deepEqual(split?.others, [
    { word: "используем", starts: true },
    { word: "для", starts: true },
    { word: "сервера", starts: true },
  ]);
  assert.equal(split?.rest, "  python 3    .");
});

test("a word that goes on from Latin letters doesn't begin there", () => {
  assert.deepEqual(splitOtherScripts("Pythonで書く")?.others, [{ word: "で書く", starts: false }]);
  assert.deepEqual(splitOtherScripts("3で書く")?.others, [{ word: "で書く", starts: true }]);
});

test("vowel signs stay where they are letters, and go where most texts leave them out", () => {
  assert.deepEqual(words("नमस्ते दुनिया"), ["नमस्ते", "दुनिया"]);
  assert.deepEqual(words("كَيْفَ الحــال"), ["كيف", "الحال"]);
  assert.deepEqual(words("שָׁלוֹם"), ["שלום"]);
  assert.deepEqual(words("ガギグ ｶﾞｷﾞｸﾞ"), ["ガギグ", "ガギグ"]);
});

test("one ideograph is a word; Greek of two letters counts beside longer words", () => {
  assert.deepEqual(words("a 猫 b"), ["猫"]);
  assert.deepEqual(words("το σπίτι"), ["το", "σπίτι"]);
});

test("compatibility forms and capitals are folded", () => {
  assert.equal(foldOther("ＡＢＣ ПРИВЕТ"), "abc привет");
});

test("characters outside the first plane, and lone surrogates, do no harm", () => {
  assert.deepEqual(words("𠀀𠀁 漢\ud800字"), ["𠀀𠀁", "漢", "字"]);
});
