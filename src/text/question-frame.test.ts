import assert from "node:assert/strict";
import { test } from "node:test";
import { bareQuestion, framesQuestion, NAMED_VERBS, writtenOut } from "./question-frame.ts";
import { fold, words } from "./words.ts";

/** The words of a question that are searched for. */
function asked(question: string): readonly string[] {
  const text = writtenOut(question);
  const named = text.match(NAMED_VERBS)?.map(fold) ?? [];
  return words(text)
    .map((word) => fold(word.text))
    .filter((word) => named.includes(word) || !framesQuestion(word));
}

test("halves of contractions are no words of a question, and the same letters by themselves are", () => {
  for (const sign of ["'", "’"])
    for (const start of "won don can ain isn shan wouldn".split(" "))
      assert.deepEqual(asked(`why ${start}${sign}t Ana start?`), ["ana", "start"], start);
  for (const end of ["ll", "ve", "re", "d", "m"])
    assert.deepEqual(asked(`what they'${end} there with the pump`), ["pump"], end);
  for (const [question, found] of [
    ["who won the cup?", "won cup"],
    ["where does Don live?", "don live"],
    ["how much vitamin D do I take?", "vitamin d take"],
    ["whats the port", "port"],
    ["when's standup?", "standup"],
    ["Kasper's doctor", "kasper doctor"],
    ["is Will coming?", "will coming"],
    ["will Ana come?", "ana come"],
    ["where is the watering can?", "watering can"],
    ["what does the US office cost?", "us office cost"],
    ["WHAT DOES IT COST US", "cost"],
  ] as const)
    assert.equal(asked(question).join(" "), found, question);
});

const BARE = "where is the spare key?";
const BEFORE = [
  "hey, ",
  "Quick question: ",
  "Do you remember ",
  "Sorry to bother you, but do you happen to know ",
  "I was wondering, ",
  "I can't find it any more: ",
  "Can you please remind me ",
  "I don’t remember it at all… ",
];
const BEHIND = ["", " Thanks!", " Thank you very much.", "\nPlease help me."];
const WITHIN = ["where exactly is the spare key?", "where is the spare key again?", "where is the spare key, please?"];

test("what frames a question is left out, however it is put together", () => {
  for (const before of ["", ...BEFORE, ...BEFORE.map((one, i) => one + (BEFORE[i + 1] ?? "").toLowerCase())])
    for (const behind of BEHIND)
      for (const asked of [BARE, ...WITHIN]) assert.equal(bareQuestion(before + asked + behind), BARE, before + behind);
  assert.equal(bareQuestion("Quick question: is the shop open on Sunday?"), "is the shop open on Sunday?");
  for (const request of ["tell me ", "Could you remind me of ", "I forgot ", "I need "])
    assert.equal(bareQuestion(`${request}the wifi password`), "the wifi password");
});

test("what names something stays, and so does a question that is framed by nothing", () => {
  for (const asked of [
    "At the fair: who was there?",
    "I'm not sure what my favorite tea is",
    "Anna wondered who pays",
    "Do I need a visa for Turkey?",
    "is the shop open on Sunday?",
    "What did you recommend for the stand-up?",
    "What does Marit charge? I have to pay her on Friday.",
    "the wifi password",
    "thanks!",
    "",
    "?",
  ])
    assert.equal(bareQuestion(asked), asked);
  const long = `${"a".repeat(16_000)} ${"so ".repeat(5_000)}who`;
  assert.equal(bareQuestion(long), long);
  for (const sign of [".", ",", " ", "who ", "please "]) bareQuestion(`a${sign.repeat(10_000)}a`);
});
