import assert from "node:assert/strict";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test, type TestContext } from "node:test";
import { openLoci } from "../../index.ts";
import { isPlainQuestion, quotedPassages } from "../../text/evidence.ts";

const MANUAL = [
  "The staging service listens on port 8443 and keeps its certificate in /etc/loci.",
  "Backups run every night at two and are kept for fourteen days.",
  "The lighthouse keeper collects Bulgarian stamps, and shows them on Sundays.",
  "Deployments are approved by Kay Murphy, or by Ada while Kay is away.",
];
const QUESTIONS = [
  "Which port does the staging service listen on?",
  "How long are backups kept?",
  "Who approves deployments?",
  "What does the lighthouse keeper collect?",
  "where does the staging service keep its certificate",
  "When do backups run?",
  "Which port does staging listen on, once more?",
  "Who approves deployments while Kay is away?",
  "When does the lighthouse keeper show his stamps?",
  "How long are backups kept, and when do they run?",
];

/** A project with the manual, and no model. */
async function manualProject(t: TestContext) {
  const folder = mkdtempSync(join(tmpdir(), "loci-turns-"));
  writeFileSync(join(folder, "manual.md"), MANUAL.map((text, i) => `# Part ${i}\n\n${text}\n`).join("\n"));
  const loci = await openLoci({ home: join(folder, "home"), settings: { llm: { provider: "none" } } as never });
  t.after(async () => {
    await loci.close();
    rmSync(folder, { recursive: true });
  });
  const project = await loci.project("p");
  await project.index([join(folder, "manual.md")], { scope: "kb" });
  return project;
}

test("in ten turns without a model no answer stands on an answer, nor on what was asked", async (t) => {
  const project = await manualProject(t);
  await project.addMessage("c", { id: "m0", role: "user", text: "My sister approves of stamps that show ports." });
  for (const [i, question] of QUESTIONS.entries()) {
    const { sources, text } = await project.ask(question, { chat: "c", id: `q${i}` });
    assert.ok(sources.length > 0, question);
    for (const source of sources) {
      assert.equal(quotedPassages(source.text), null, `${question}: ${source.text}`);
      assert.equal(source.message !== null && isPlainQuestion(source.text), false, `${question}: ${source.text}`);
      assert.notEqual(source.message?.role, "assistant", question);
    }
    assert.ok(text.split("\n").every((line) => !line.startsWith("> > ")));
  }
  const { total, messages } = await project.chatMessages("c");
  assert.equal(total, 21, "and every message is kept");
  const last = messages.at(-1)?.text ?? "";
  assert.match(last, /fourteen days/u);
  await project.rebuild();
  const { hits } = await project.search("backups are kept fourteen days", { mode: "lexical" });
  assert.deepEqual(
    hits.filter(({ message }) => message?.role === "assistant"),
    [],
    "nor after a rebuild",
  );

  // Asked again what nothing answers: that it was asked makes the search no surer.
  const unknown = "Which colour has the harbour crane of Rostock?";
  const first = await project.ask(unknown, { chat: "d" });
  const again = await project.ask(unknown, { chat: "d" });
  assert.deepEqual([again.covered, again.probability], [first.covered, first.probability]);
  assert.deepEqual(
    again.sources.map(({ id }) => id),
    first.sources.map(({ id }) => id),
  );
  const asked = await project.ask("What did I ask you about the harbour crane?", { chat: "d" });
  assert.ok(asked.sources.some(({ text }) => text === unknown));
});

test("what only names something is looked up, is no answer when it is asked again, and nothing else is answered with passages", async (t) => {
  const project = await manualProject(t);
  for (const name of ["port of the staging service", "backups", "staging service certificate"])
    for (const chat of ["first", "second"]) {
      const { sources, covered } = await project.ask(name, { chat });
      assert.ok(covered && sources.length > 0, name);
      assert.deepEqual(
        sources.filter(({ message }) => message !== null),
        [],
        `${name} in ${chat}`,
      );
    }
  for (const said of ["backups it is", "as expected, Kay", "spare keys with Olga", "our lighthouse scares the gulls"]) {
    const { text, sources } = await project.ask(said, { chat: "first" });
    assert.ok(text.startsWith("Noted.") && sources.length === 0, `${said}: ${text}`);
  }
  for (const said of ["phew", "what a foggy day", "ok, moving on", "moving on"]) {
    const { text, sources } = await project.ask(said, { chat: "first" });
    assert.deepEqual([text, sources], ["Good.", []], said);
    const { covered, hits } = await project.search(said);
    assert.ok(!covered && !hits.some(({ ground, text: found }) => found === said && ground === "stated"), said);
  }
  const { hits } = await project.search("who has the spare keys?");
  assert.equal(hits[0]?.text, "spare keys with Olga");
  assert.equal(hits[0].ground, "stated");
  const asked = await project.search("backups", { limit: 20 });
  assert.notEqual(asked.hits[0]?.text, "backups");
});
