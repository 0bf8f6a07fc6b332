import assert from "node:assert/strict";
import { test } from "node:test";
import { respell } from "./expand-terms.ts";
import { indexTerms } from "../text/analyzer.ts";
import { fold, isStopWord, words } from "../text/words.ts";

/** Words of the language, the commonest first. */
const LISTED =
  "the what when which who not she with surgery kitchen colour machine trail trial received teaches maria reds".split(
    " ",
  );

async function read(text: string, holds = ""): Promise<string> {
  const rank = (word: string): number | null => (LISTED.includes(word) ? LISTED.indexOf(word) + 1 : null);
  const held = new Set(indexTerms(holds));
  const asked = words(text)
    .map((word) => fold(word.text))
    .filter((word) => !isStopWord(word));
  return (await respell(text, asked, { rank, contains: async (terms) => terms.map((term) => held.has(term)) })).text;
}

test("swapped letters are put right by the language alone, and by the index where the language lists no such word", async () => {
  assert.equal(await read("when is mum's suregry?"), "when is mum's surgery?");
  assert.equal(await read("Waht is it?"), "What is it?");
  assert.equal(await read("teh colour of hte kitcehn"), "the colour of the kitchen");
  assert.equal(await read("what is Suninva's horse called?", "Sunniva has a horse"), "what is Sunniva's horse called?");
  assert.equal(await read("Wo ist der Schlüsesl?", "Der Schlüssel"), "Wo ist der Schlussel?");
  assert.equal(await read("who is in the Bouleavrd", "the boulevard"), "who is in the Boulevard");
});

test("one wrong, missing or added letter is put right where index and language have the word", async () => {
  for (const written of ["kichen", "kitxhen", "kitchenn", "kitcchen"])
    assert.equal(await read(`what colour is the ${written}?`, "the kitchen is grey"), "what colour is the kitchen?");
  assert.equal(await read("what colour is the kichen?"), "what colour is the kichen?");
});

test("what may be meant so stays: known and held words, names one letter apart, short words, codes", async () => {
  assert.equal(await read("which trail is it?", "trial"), "which trail is it?");
  assert.equal(await read("who has the suregry?", "suregry is a village"), "who has the suregry?");
  assert.equal(await read("who is Marla?", "Maria is my aunt"), "who is Marla?");
  assert.equal(await read("when was redis installed?", "reds"), "when was redis installed?");
  assert.equal(await read("where is the HSE report?"), "where is the HSE report?");
  assert.equal(await read("where is the ont?"), "where is the ont?");
  assert.equal(await read("what is kitcehn2?", "kitchen2"), "what is kitcehn2?");
});
