import assert from "node:assert/strict";
import { test } from "node:test";
import { withLoci } from "../../evals/shared/with-loci.ts";
import { askNotes } from "./noted-questions.fixture.ts";

/** Errors of typing in the longest word of a question. */
const ERRORS: Readonly<Record<string, (word: string) => string>> = {
  swapped: (word) => word.replace(/^(.{3})(.)(.)/u, "$1$3$2"),
  doubled: (word) => word.replace(/^(.{3})(.)/u, "$1$2$2"),
};

/** A question with its longest word of letters written wrong. */
function misspelt(question: string, error: (word: string) => string): string {
  const [longest = ""] = (question.match(/(?<!\p{L})\p{L}{6,}/gu) ?? []).toSorted((a, b) => b.length - a.length);
  return question.replace(longest, error(longest));
}

test("a question answered by a note is as much answered when a word of it is misspelt, and says how it was read", async () => {
  await askNotes(async ({ project, plain, all, covered }) => {
    assert.ok(plain > all / 2);
    for (const [name, error] of Object.entries(ERRORS)) {
      const wrong = await covered((question) => misspelt(question, error));
      assert.ok(wrong >= plain - 3, `${name}: ${wrong} of ${plain}`);
    }
    const { notes } = await project.search("at which hosiptal is mum operated?");
    assert.ok(notes.some(({ code, message }) => code === "WORDS_RESPELT" && message.includes('"hospital"')));
  });
});

test("what is misspelt is not searched for in what the caller doesn't see", async () => {
  await withLoci(async (loci) => {
    const project = await loci.project("notes");
    await project.addDrawer({ text: "Sunniva's horse is called Perla.", scope: "admin" });
    await project.addDrawer({ text: "The stable opens at nine.", scope: "user:ada" });
    const asked = await project.search("what is Suninva's horse called?", { caller: "user:ada" });
    assert.deepEqual(
      asked.notes.filter(({ code }) => code === "WORDS_RESPELT"),
      [],
    );
  });
});
