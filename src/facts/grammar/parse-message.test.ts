import assert from "node:assert/strict";
import { test } from "node:test";
import { english } from "../languages/en.ts";
import { spanish } from "../languages/es.ts";
import { compileGrammar } from "./grammar.ts";
import { parseMessage } from "./parse-message.ts";

const grammars = [english, spanish].map(compileGrammar);

test("a message of one word, or one sign, over and over is read in a time that grows with it", async (context) => {
  for (const unit of ["first, ", "mine ", "and ", "second and ", "one hundred and ", "actually, ", "- ", ".", "(", "my favorite "]) {
    await context.test(JSON.stringify(unit), () => {
      const started = performance.now();
      parseMessage(unit.repeat(Math.ceil(20_000 / unit.length)), grammars);
      assert.ok(performance.now() - started < 3_000, `${Math.round(performance.now() - started)} ms`);
    });
  }
});

test("the words that lead to a statement, and the ranks that are named in a row, are as many as anybody says", () => {
  const kinds = (text: string): readonly string[] => parseMessage(text, grammars).flatMap(({ readings }) => readings.slice(0, 1).map(({ intent }) => intent.kind));
  assert.deepEqual(kinds("Ok so well, um, actually, yes, please, my favorite tea is sencha"), ["assign"]);
  assert.deepEqual(kinds("What are my second, third, fourth, fifth, sixth, seventh, eighth, ninth and tenth favorite teas?"), ["pick"]);
  assert.deepEqual(kinds("What is my one hundred and twenty first favorite tea?"), ["pick"]);
});

test("a sentence of any number of clauses is read", () => {
  assert.ok(parseMessage("because ".repeat(130_000), grammars.slice(0, 1)).length > 100_000);
});
