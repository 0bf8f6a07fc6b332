import assert from "node:assert/strict";
import { test } from "node:test";
import { UnigramTokenizer } from "./unigram.ts";
import { Vocabulary } from "./vocabulary.ts";

/** A vocabulary of a few tokens, "##" before those that continue a word, laid out as in a model file. */
function tokenizerOf(costs: Readonly<Record<string, number>>): (word: string, starts?: boolean) => string[] {
  const tokens = Object.keys(costs);
  const starts = Uint32Array.from([0, ...tokens.map((_, i) => tokens.slice(0, i + 1).join("\n").length + 1)]);
  const slots = new Uint16Array(64);
  for (const [id, token] of tokens.entries()) {
    const continues = token.startsWith("##");
    let hash = Vocabulary.seed(continues);
    for (const character of continues ? token.slice(2) : token) hash = Vocabulary.extend(hash, character.charCodeAt(0));
    let slot = ((hash >>> 15) ^ hash) & 63;
    while (slots[slot] !== 0) slot = (slot + 1) & 63;
    slots[slot] = id + 1;
  }
  const vocabulary = new Vocabulary(tokens.map((token) => `${token}\n`).join(""), { starts, slots });
  const tokenizer = new UnigramTokenizer(vocabulary, Uint8Array.from(Object.values(costs)));
  return (word, begins = true) => {
    const ids: number[] = [];
    tokenizer.encode(word, begins, ids);
    return ids.map((id) => vocabulary.token(id));
  };
}

test("the cheapest cut wins, not the longest token", () => {
  const cut = tokenizerOf({ ab: 90, "##cd": 90, abc: 100, "##d": 200 });
  assert.deepEqual(cut("abcd"), ["ab", "##cd"]);
});

test("tokens that begin a word stand only where one begins", () => {
  const cut = tokenizerOf({ ab: 50, "##ab": 100 });
  assert.deepEqual(cut("ab"), ["ab"]);
  assert.deepEqual(cut("ab", false), ["##ab"]);
});

test("a word may do without its mark, for a price", () => {
  assert.deepEqual(tokenizerOf({ a: 60, "##a": 30, "##ab": 40 })("ab"), ["##ab"]);
});

test("characters that no token holds are passed over", () => {
  assert.deepEqual(tokenizerOf({ "##a": 30, "##b": 30 })("axb"), ["##a", "##b"]);
  assert.deepEqual(tokenizerOf({ "##a": 30 })("xyz"), []);
});

test("a run of any length is cut", () => {
  assert.equal(tokenizerOf({ "##a": 30 })("a".repeat(5_000)).length, 5_000);
});
