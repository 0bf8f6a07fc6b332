import assert from "node:assert/strict";
import { existsSync, readFileSync } from "node:fs";
import { DatabaseSync } from "node:sqlite";
import { test } from "node:test";
import fc from "fast-check";
import { indexTerms, termFinder, createAnalyzer } from "./analyzer.ts";
import { assertLinear } from "./linear.fixture.ts";
import { rounds } from "../../test/rounds.fixture.ts";
import { codePoint } from "../../test/code-point.fixture.ts";

const cases: readonly [string, string][] = [
  ["Running quickly", "run quickli"],
  ["getUserName", "getusernam get user name"],
  ["HTTPServer APIs NASA", "httpserver http server api nasa"],
  ["iPhone McDonald", "iphon phone mcdonald mc donald"],
  ["error E0382 and 3F2A", "error e0382 0382 and 3f2a"],
  ["sha256Sum", "sha256sum sha 256 sum"],
  ["src/user_store.ts", "src/user_store.ts src user_store.ts user_store user store ts"],
  ["foo__bar __init__ --no-flag-name", "foo__bar foo bar init no-flag-name no flag name --no-flag-name"],
  ["covid-19 x-y.ts", "covid-19 covid 19 x-y.ts x y ts"],
  ["std::vec a@b.com node.js", "std::vec std vec a@b.com a b com node.js node js"],
  ["well-known... end. Next", "well known end next"],
  ["version 2.10.3", "version 2.10.3 2 10 3"],
  ["C++ and (c#), F#!", "c c++ and c c# f f#"],
  ["g++-12 C++17 C/C++ “C++” 用C#", "g g++ 12 c c++ 17 c/c c c c++ c c++ 用 c c#"],
  ["C+ C+++ C## C #c foo++ page#top", "c c c c c foo page top"],
  ["git push --All (--no-verify)", "git push all --all no verifi --no-verify"],
  ["`--max-chunk-size=5` --c++", "max-chunk-size max chunk size --max-chunk-size 5 c --c c++"],
  ["a--b .--c ---d -- e --5 -la", "a b c d e 5 la"],
  ["Don’t “résumé”", "don t resum"],
  ["OAuth2Client OAuth 2", "oauth2client oauth auth 2 client oauth auth 2"],
  ["10:30am 0x80070005 mp3", "10 30am 30 am 0x80070005 0x800700* 0 80070005 800700* mp3 mp 3"],
  ["2d9a163c 2D9A163C71B4", "2d9a163c 2d9a16* 2d9a163c71b4 2d9a16*"],
  ["k4T9x2Q7b1 1048576 a1b2", "k4t9x2q7b1 k4t9x2q7* 1048576 104857* a1b2"],
  ["🎉 party🚀👍🏽", "🎉 parti 🚀 👍"],
  ["東京都に行く", "東京 京都 都に に行 行く"],
  ["iPhone手机 京", "iphon phone 手机 京"],
  ["ｶﾞｰﾄﾞ", "ガー ード"],
  ["สวัสดี", "สวั วัส สดี"],
  ["हिन्दी में", "हिन्दी में"],
  ["", ""],
  ["?!…", ""],
];

test("terms of words, identifiers and unspaced scripts", () => {
  for (const [text, expected] of cases) assert.equal(indexTerms(text).join(" "), expected, text);
});

test("a text gives the same terms in every form of Unicode that means the same", () => {
  const texts = [
    "한국어 검색",
    "دُرُوسٌ أحمد إلى ٣٤",
    "שָׁלוֹם עולם",
    "ガード パソコン",
    "Ålesund ﬁn ＡＢＣ１２",
    "हिन्दी में १२",
    "สวัสดี",
  ];
  for (const text of texts)
    for (const form of ["NFC", "NFD", "NFKC", "NFKD"])
      assert.deepEqual(indexTerms(text.normalize(form)), indexTerms(text), `${text} ${form}`);
  assert.deepEqual(indexTerms("أحمد درس ٣٤ שלום"), indexTerms("احمد دُرْس 34 שָׁלוֹם"));
});

const anyText = fc.oneof(
  fc.string({ unit: codePoint }),
  fc.string({ unit: fc.constantFrom(..."aBcD1é_-./\\@::+# \n漢字かㅁ한สวั\u0301😀’") }),
);

test("spans give the same terms, inside the text, and no term is empty", () => {
  fc.assert(
    fc.property(anyText, (text) => {
      const spans = termFinder(new Set(indexTerms(text)))(text);
      assert.deepEqual(
        spans.map(({ term }) => term),
        indexTerms(text),
      );
      for (const { term, start, end } of spans) {
        assert.ok(term.length > 0 && start >= 0 && start < end && end <= text.length);
      }
    }),
    { numRuns: rounds(2000, 67) },
  );
});

test("no letter and no digit of any script gives a term of nothing", () => {
  for (let point = 0; point < 0x110000; point++) {
    const letter = String.fromCodePoint(point);
    if (/[\p{L}\p{N}]/u.test(letter))
      assert.ok(
        indexTerms(letter).every((term) => term.trim() !== ""),
        `${point}`,
      );
  }
});

test("texts apart by white space don't touch each other: terms of the whole are those of the parts", () => {
  fc.assert(
    fc.property(anyText, anyText, (a, b) =>
      assert.deepEqual(indexTerms(`${a}\n${b}`), [...indexTerms(a), ...indexTerms(b)]),
    ),
  );
});

test("a full memo changes nothing", () => {
  const fresh = createAnalyzer();
  for (let i = 0; i < 70_000; i++) fresh.terms(`words${i}`);
  assert.deepEqual(fresh.terms("running words5"), ["run", "words5", "word", "5"]);
});

test("one endless word, path or run of ideographs takes linear time", async () => {
  for (const unit of ["a", "a.", "aB", "a_", "漢", "a\u0301", "::"]) {
    await assertLinear(unit, 200_000, (n) => indexTerms(unit.repeat(n)));
  }
});

const CORPUS = new URL("../../../shared/data/ir/scifact/corpus.jsonl", import.meta.url);
test(
  "as FTS5's porter unicode61 on plain text",
  { skip: existsSync(CORPUS) ? false : "data/ir/scifact is absent" },
  () => {
    const lines = readFileSync(CORPUS, "utf8").trim().split("\n").slice(0, 400);
    // What the two cut differently by design: capitals inside words, joiners between them, letters beside figures, and codes.
    const plain = lines.map((line) =>
      String(JSON.parse(line).text)
        .toLowerCase()
        .replace(/[^a-z0-9 ]+/g, " , ")
        .replace(/[a-z]+(?=[0-9])|[0-9]+(?=[a-z])/g, "$& , ")
        .replace(/\b[0-9]{6,}\b/g, " , "),
    );
    const db = new DatabaseSync(":memory:");
    db.exec(
      "CREATE VIRTUAL TABLE t USING fts5(w, tokenize = 'porter unicode61'); CREATE VIRTUAL TABLE v USING fts5vocab(t, instance)",
    );
    const insert = db.prepare("INSERT INTO t(rowid, w) VALUES (?, ?)");
    plain.forEach((text, i) => insert.run(i + 1, text));
    const expected: string[][] = plain.map(() => []);
    for (const { term, doc, offset } of db.prepare("SELECT term, doc, offset FROM v").all())
      (expected[Number(doc) - 1] as string[])[Number(offset)] = String(term);
    db.close();
    plain.forEach((text, i) => assert.deepEqual(indexTerms(text), expected[i]));
  },
);

test("a finder passes over no word whose term is wanted, whatever stemming leaves of its first letters", () => {
  const endings = ["", "s", "es", "ed", "ing", "y", "ies", "ly", "ational", "izer", "ness", "e", "eed", "ys", "oys"];
  const letters = "abcdegilnoprstuvyz";
  for (const [i, first] of [...letters].entries())
    // Every day each is a first letter, and a third of all stand behind it.
    for (const second of [...letters].filter((_, k) => (i + k) % rounds(1, 3) === 0))
      for (const head of [first, first + second, `${first + second}t`])
        for (const ending of endings)
          for (const word of [head + ending, (head + ending).toUpperCase(), first.toUpperCase() + ending]) {
            const terms = new Set(indexTerms(word));
            const found = termFinder(terms)(`a ${word} z`).map(({ term }) => term);
            assert.ok(
              [...terms].every((term) => found.includes(term)),
              word,
            );
          }
});
