import assert from "node:assert/strict";
import { join } from "node:path";
import { test } from "node:test";
import { openLoci } from "../../src/index.ts";
import { temporaryFolder, writeNotes } from "./notes.fixture.ts";

const NOTES = [
  ["Kiln two reaches 1240 degrees after nine hours.", "how hot does kiln two get?"],
  ["Glaze recipes are in the blue binder on the shelf.", "where are the glaze recipes?"],
  ["The pottery course is full until October.", "until when is the pottery course full?"],
  ["Clay comes from Westerwald, twenty bags at a time.", "where does our clay come from?"],
] as const;
const UNANSWERED = ["who repaired the potter's wheel in Leeds?", "what does the studio pay for water?"];

test("what was asked, remarked and wrongly answered in chats changes no answer", async (t) => {
  const folder = temporaryFolder(t);
  writeNotes(join(folder, "notes"), Object.fromEntries(NOTES.map(([text], i) => [`note-${i}.md`, `${text}\n`])));
  const loci = await openLoci({ home: join(folder, "home") });
  t.after(() => loci.close());
  const project = await loci.project("p");
  await project.index([join(folder, "notes")], { scope: "kb" });
  const questions = [...NOTES.map(([, question]) => question), ...UNANSWERED];
  for (const [i, text] of questions.entries()) {
    const words = text.replace("?", "").split(" ").slice(1).join(" ");
    await project.addMessage("studio", { id: `q${i}`, role: "user", text });
    await project.addMessage("studio", { id: `a${i}`, role: "assistant", text: `As to ${words}: it is lilac and 17.` });
    await project.addMessage("studio", { id: `r${i}`, role: "user", text: "thanks a lot" });
  }
  for (const [note, question] of NOTES) {
    const { hits, covered, weaker } = await project.search(question);
    assert.equal(hits[0]?.text.trim(), note, question);
    assert.ok(covered, question);
    // What asks the same is no hit, and what answered it without a source matters to nobody.
    assert.ok(hits.every(({ text }) => text !== question));
    assert.ok(hits.slice(0, weaker).every(({ message }) => message === null));
    assert.doesNotMatch((await project.ask(question)).text, /lilac/);
    assert.doesNotMatch((await project.inject(question)).text, /lilac/);
  }
  for (const question of UNANSWERED) {
    const { covered, probability } = await project.search(question);
    assert.equal(covered, false, question);
    assert.ok(probability <= 0.2, `${question} ${probability}`);
  }
  // The hit that followed an earlier asking says so, and what was asked is found where it is asked for.
  const answered = (await project.search(NOTES[0][1])).hits.find(({ asked }) => asked !== undefined);
  assert.match(answered?.text ?? "", /lilac/);
  const asked = await project.search("what did I ask about the potter's wheel?");
  assert.ok(asked.hits.slice(0, asked.weaker).some(({ text }) => text === UNANSWERED[0]));
});
