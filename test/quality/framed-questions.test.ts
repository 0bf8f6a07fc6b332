import assert from "node:assert/strict";
import { test } from "node:test";
import { askNotes } from "./noted-questions.fixture.ts";

/** How people ask what could be asked in a few words. */
const FRAMES: readonly ((question: string) => string)[] = [
  (question) => `Do you remember ${question}`,
  (question) => `hey, quick question: ${question} Thanks!`,
  (question) => `I was wondering ${question}`,
  (question) => `Sorry, I forgot… ${question.replace(/\?$/u, " again?")}`,
  (question) => question.replace(/^(wh\w+) (?=is|are|do|does|did)/u, "$1 exactly "),
];

test("a question answered by a note is as much answered when it is framed", async () => {
  await askNotes(async ({ plain, all, covered }) => {
    assert.ok(plain > all / 2);
    for (const frame of FRAMES) {
      const framed = await covered(frame);
      assert.ok(framed >= plain - 2, `${frame("…")}: ${framed} of ${plain}`);
    }
  });
});
