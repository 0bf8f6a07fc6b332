import assert from "node:assert/strict";
import { test } from "node:test";
import { readLines } from "../../evals/shared/read-lines.ts";
import { withLoci } from "../../evals/shared/with-loci.ts";

interface Note {
  readonly text: string;
  readonly answered: readonly string[];
}

const NOTES = readLines<Note>(new URL("../../evals/relevance/near-misses.jsonl", import.meta.url));
/** How people ask what could be asked in a few words. */
const FRAMES: readonly ((question: string) => string)[] = [
  (question) => `Do you remember ${question}`,
  (question) => `hey, quick question: ${question} Thanks!`,
  (question) => `I was wondering ${question}`,
  (question) => `Sorry, I forgot… ${question.replace(/\?$/u, " again?")}`,
  (question) => question.replace(/^(wh\w+) (?=is|are|do|does|did)/u, "$1 exactly "),
];

test("a question answered by a note is as much answered when it is framed", async () => {
  await withLoci(async (loci) => {
    const project = await loci.project("notes");
    for (const { text } of NOTES) await project.addDrawer({ text, scope: "admin" });
    const questions = NOTES.flatMap(({ answered }) => answered);
    const covered = async (frame: (question: string) => string): Promise<number> => {
      let count = 0;
      for (const question of questions) if ((await project.search(frame(question))).covered) count += 1;
      return count;
    };
    const plain = await covered((question) => question);
    assert.ok(plain > questions.length / 2);
    for (const frame of FRAMES) {
      const framed = await covered(frame);
      assert.ok(framed >= plain - 2, `${frame("…")}: ${framed} of ${plain}`);
    }
  });
});
