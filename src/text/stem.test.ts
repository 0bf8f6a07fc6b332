import assert from "node:assert/strict";
import { existsSync, readFileSync } from "node:fs";
import { DatabaseSync } from "node:sqlite";
import { test } from "node:test";
import fc from "fast-check";
import { fold, words } from "./words.ts";
import { stem } from "./stem.ts";

/** Stems by FTS5 itself: one row a word, read back through fts5vocab. */
function fts5Stems(list: readonly string[]): Map<string, string> {
  const db = new DatabaseSync(":memory:");
  db.exec(
    "CREATE VIRTUAL TABLE t USING fts5(w, tokenize = 'porter unicode61'); CREATE VIRTUAL TABLE v USING fts5vocab(t, instance); BEGIN",
  );
  const insert = db.prepare("INSERT INTO t(rowid, w) VALUES (?, ?)");
  list.forEach((word, i) => insert.run(i + 1, word));
  db.exec("COMMIT");
  const stems = new Map<string, string>();
  for (const { term, doc } of db.prepare("SELECT term, doc FROM v WHERE offset = 0").all())
    stems.set(list[Number(doc) - 1] as string, String(term));
  db.close();
  return stems;
}

function assertSame(list: readonly string[]): void {
  for (const [word, expected] of fts5Stems(list)) assert.equal(stem(word), expected, word);
}

test("words of Porter's paper", () => {
  const pairs =
    "caresses:caress ponies:poni ties:ti cats:cat feed:feed agreed:agre plastered:plaster motoring:motor sing:sing conflated:conflat hopping:hop falling:fall filing:file happy:happi sky:sky relational:relat conditional:condit rational:ration digitizer:digit vietnamization:vietnam predication:predic operator:oper feudalism:feudal hopefulness:hope callousness:callous sensibiliti:sensibl triplicate:triplic electrical:electr hopeful:hope goodness:good adjustment:adjust adoption:adopt probate:probat rate:rate cease:ceas controll:control roll:roll";
  for (const pair of pairs.split(" ")) {
    const [word, expected] = pair.split(":") as [string, string];
    assert.equal(stem(word), expected, word);
  }
});

test("words under 3 and over 64 bytes stay", () => {
  assert.equal(stem("as"), "as");
  assert.equal(stem("é"), "é");
  assert.equal(stem(`${"a".repeat(60)}tions`), `${"a".repeat(60)}tions`);
});

test("as FTS5 on made-up words of every suffix", () => {
  const heads = [
    "b",
    "tr",
    "a",
    "ab",
    "bab",
    "bay",
    "yab",
    "yy",
    "oat",
    "hopp",
    "fall",
    "crim",
    "syzyg",
    "relat",
    "ŋab",
    "øl",
    "наив",
    "abab",
    "ababab",
  ];
  const suffixes =
    "s es ies sses ss ed eed ing y ational tional enci anci izer logi bli alli entli eli ousli ization ation ator alism iveness fulness ousness aliti iviti biliti ical ness icate iciti ful ative alize al ance ence er ic able ible ant ement ment ent ion sion tion ou ism ate iti ous ive ize e ll at bl iz".split(
      " ",
    );
  assertSame([
    ...new Set(heads.flatMap((head) => suffixes.flatMap((a) => [head + a, ...suffixes.map((b) => head + a + b)]))),
  ]);
});

test("as FTS5 on random words of common letters", () => {
  const letters = fc
    .array(fc.constantFrom(..."aeioustnrlydgbzcmpfvhwkx"), { minLength: 1, maxLength: 14 })
    .map((list) => list.join(""));
  fc.assert(
    fc.property(fc.array(letters, { minLength: 200, maxLength: 400 }), (list) => assertSame([...new Set(list)])),
    { numRuns: 50 },
  );
});

const CORPUS = new URL("../../../shared/data/ir/scifact/corpus.jsonl", import.meta.url);
test("as FTS5 on every word of a corpus", { skip: existsSync(CORPUS) ? false : "data/ir/scifact is absent" }, () => {
  const list = [...new Set(words(readFileSync(CORPUS, "utf8")).map((word) => fold(word.text)))].filter((word) =>
    /^[a-z0-9]+$/.test(word),
  );
  assert.ok(list.length > 10_000);
  assertSame(list);
});
