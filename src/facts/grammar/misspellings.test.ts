import assert from "node:assert/strict";
import { test } from "node:test";
import { english } from "../languages/en.ts";
import { spanish } from "../languages/es.ts";
import { cleanMessage } from "./clean-message.ts";
import { compileGrammar } from "./grammar.ts";
import { misspellings } from "./misspellings.ts";
import { parseMessage } from "./parse-message.ts";
import { respell } from "./respell.ts";
import { tokenise } from "./tokenise.ts";

const grammars = [english, spanish].map(compileGrammar);
const read = (text: string): string => respell(tokenise(cleanMessage(text)), grammars).map((token) => token.text).join(" ");

test("a letter left out, exchanged, doubled, another vowel; never the word itself, never without its first letter", () => {
  const found = misspellings("favorite");
  for (const wrong of ["favorte", "favortie", "favvorite", "faverite"]) assert.ok(found.includes(wrong), wrong);
  assert.ok(!found.includes("favorite"));
  assert.ok(!found.includes("avorite"));
  assert.deepEqual(misspellings(""), []);
});

test("hurried function words are read as what is meant", () => {
  assert.equal(read("waht is teh secnd favortie adn thrid"), "what is the second favorite and third");
});

test("a word of another language's tables stays what it is", () => {
  assert.equal(read("mi color favorito es el rojo"), "mi color favorito es el rojo");
});

test("no misspelling in the tables is itself a word of them", () => {
  for (const { vocabulary, spellings, language } of grammars) {
    for (const wrong of Object.keys(language.misspelt ?? {})) assert.ok(!vocabulary.has(wrong), wrong);
    for (const meant of spellings.values()) assert.ok(vocabulary.has(meant), `${meant} is in no table`);
  }
});

test("values and topics keep the spelling in which they were written", () => {
  const [clause] = parseMessage("My favortie lettres are teh, wat", grammars);
  const intent = clause?.readings[0]?.intent;
  assert.ok(intent?.kind === "assign");
  assert.equal(intent.topic?.name, "lettre");
  assert.deepEqual(intent.values.map((one) => one.value), ["teh", "wat"]);
});
