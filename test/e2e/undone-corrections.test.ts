import assert from "node:assert/strict";
import { test } from "node:test";
import { openLoci } from "../../src/index.ts";
import { temporaryFolder } from "./notes.fixture.ts";

/** What was said first, the correction, the question, and what is forgotten of the correction. */
const CORRECTED: readonly (readonly [first: string, then: string, question: string, words: string])[] = [
  ["My locker is 17", "My locker is 21 now", "What is my locker?", "locker is 21 now"],
  ["My vet is Dr. Hale", "Correction: my vet is Dr. Sand", "Who is my vet?", "Dr. Sand"],
  ["The staging port is 8443", "The staging port moved to 9100", "What is the staging port?", "port moved to 9100"],
  ["My favorite tea is sencha", "My favorite tea is oolong", "What is my favorite tea?", "oolong"],
];

test("without a correction that is forgotten, what it set right holds again, and forget says so", async (t) => {
  const loci = await openLoci({ home: temporaryFolder(t), settings: { embedding: { provider: "none" } } });
  t.after(() => loci.close());
  for (const [nth, [first, then, question, words]] of CORRECTED.entries()) {
    const project = await loci.project(`p${nth}`);
    const answers: string[] = [];
    for (const [id, text] of [first, then].entries()) {
      const time = `2026-05-0${id + 1}T10:00:00Z`;
      await project.addMessage("c", { id: `m${id}`, role: "user", text, time });
      answers.push((await project.askFacts(question)).text);
    }
    assert.notEqual(answers[0], answers[1]);
    const { facts, proof } = await project.forget(words, { yes: true });
    assert.match(facts[0]?.why ?? "", /^what was said in “.*”; what stood there before stands again$/u);
    assert.equal(proof?.clean, true, JSON.stringify(proof));
    assert.equal((await project.askFacts(question)).text, answers[0]);
    // The first goes whole: nothing is left that it could be.
    const all = await project.forget(first, { yes: true });
    assert.equal(all.facts[0]?.why, "with its history");
    assert.notEqual((await project.askFacts(question)).text, answers[0]);
  }
});
