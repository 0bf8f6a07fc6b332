import assert from "node:assert/strict";
import { test } from "node:test";
import { framesQuestion, NAMED_VERBS, writtenOut } from "./contractions.ts";
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
