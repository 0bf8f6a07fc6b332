import assert from "node:assert/strict";
import { test } from "node:test";
import { passageAnswer } from "../conversation/citations/passage-answer.ts";
import { isEcho, isPlainQuestion, ownWords, quotedPassages } from "./evidence.ts";

const passage = (label: string, text: string): Parameters<typeof passageAnswer>[0][number] => ({
  label,
  text,
  heading: "",
  source: { name: "notes", path: "notes.md" },
});
const PASSAGES = [
  passage("M1", "The vault opens with seven turns.\n\nAnd a push."),
  passage("M2", 'Say "friend" and enter; see https://a.example/x.'),
  passage("M3", "word ".repeat(300)),
];

test("an answer made of passages is known by its form, and has no words of its own", () => {
  for (const covered of [true, false]) {
    const answer = passageAnswer(PASSAGES, "?", covered);
    const quoted = quotedPassages(answer);
    assert.equal(quoted?.start, 0);
    assert.deepEqual(
      quoted?.blocks.map(({ text }) => text.slice(0, 12)),
      ["The vault op", 'Say "friend"', "word word wo"],
    );
    for (const { start, end, citation } of quoted?.blocks ?? [])
      assert.ok(answer.slice(start, end).endsWith(citation) && answer.slice(start, end).startsWith("> "));
    assert.equal(ownWords(answer), "");
    assert.equal(ownWords(`Your favourite tea is sencha.\n\n${answer}`), "Your favourite tea is sencha.");
  }
  assert.equal(ownWords(passageAnswer([], "?", false)), "");
});

test("an answer in somebody's words stays whole, whatever it quotes", () => {
  const answer = passageAnswer(PASSAGES, "?", true);
  for (const own of [
    `${answer}\n\nAnd so I think that it is seven.`,
    `He said: ${answer}`,
    "From what is stored: the vault opens with seven turns.",
    "> The vault opens with seven turns.\n[M1] notes.md",
    "From what is stored:\n\n> It opens.",
    "Nothing that is stored answers this. Ask Kay.",
  ])
    assert.equal(ownWords(own), own);
});

test("a plain question tells nothing", () => {
  for (const text of [
    "What is the code of the vault?",
    "where does the ferry leave from",
    "Does it leave at noon? Or later?",
    "Welche Farbe hat der Kran?",
    "How does my vault open?",
    "Remind me: what was the port of the Drift greenhouse, please?",
    "Could you tell me again which of the two gateways listens on the other port?",
    "I'd like to know, when does the ferry leave?",
  ])
    assert.equal(isPlainQuestion(text), true, text);
  for (const text of [
    "My dog Rex is five, how old is that?",
    "The crane is green. Is that new?",
    "What a day.",
    "What should I pack for my trip to Paris in May?",
    "Will be late tomorrow, after the dentist",
    "How it works: the port is 9000",
    "The ferry leaves at noon.",
    "Remind me to call Kay: is my dentist open?",
    "I don't know whether I moved to Berlin, did I?",
    "I moved to Berlin; where is the next pool?",
    "",
  ])
    assert.equal(isPlainQuestion(text), false, text);
});

test("a question that says no more words with a meaning than another asks the same again", () => {
  const asked = "when do we replace the impeller";
  assert.equal(isEcho("When do we have to replace the impeller again?", asked), true);
  assert.equal(isEcho("When do we replace the impeller of the spare engine?", asked), false);
  assert.equal(isEcho("We replace the impeller again.", asked), false);
});
