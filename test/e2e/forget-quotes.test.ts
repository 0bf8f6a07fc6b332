import assert from "node:assert/strict";
import { mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { test, type TestContext } from "node:test";
import { type Loci, openLoci, type Project } from "../../src/index.ts";
import { temporaryFolder } from "./notes.fixture.ts";
import { testService } from "./service.fixture.ts";

const SECRET = "The vault in the old harbour opens with marzipanimoose, which nobody else knows.";
const OTHER = "The vault in the new harbour was sold to the baker in spring.";

async function open(t: TestContext, home: string): Promise<Project> {
  const loci: Loci = await openLoci({ home, settings: { llm: { provider: "none" } } as never });
  t.after(() => loci.close());
  return await loci.project("p");
}

/** Files of the home in which a word stands. */
function filesWith(home: string, word: string): readonly string[] {
  return readdirSync(home, { recursive: true, encoding: "utf8" }).filter((name) => {
    const path = join(home, name);
    return statSync(path).isFile() && readFileSync(path).includes(word);
  });
}

test("what answers quote of a forgotten message goes with it, and what they quote of others stays", async (t) => {
  const home = join(temporaryFolder(t), "home");
  const project = await open(t, home);
  const { drawers } = await project.addMessage("c", { id: "m1", role: "user", text: SECRET });
  await project.addMessage("c", { id: "m2", role: "user", text: OTHER });
  const answer = await project.ask("What about the vault in the harbour?", { chat: "c" });
  assert.match(answer.text, /marzipanimoose/u);
  assert.match(answer.text, /sold to the baker/u);
  await project.ask("Which vault is in the old harbour?", { chat: "another" });
  // A model's answer, with words of its own, indexed.
  const told = `You told me [M1 "opens with marzipanimoose, which nobody else knows"]. The baker has another one.`;
  await project.addMessage("c", { id: "a9", role: "assistant", text: told, sources: ["chat c"] });
  const [id = ""] = drawers;

  const shown = await project.forget(id);
  assert.deepEqual(shown.answers.map(({ chat }) => chat).sort(), ["another", "c", "c"]);
  assert.ok(shown.answers.every(({ goes }) => goes));
  const forgotten = await project.forget(id, { yes: true });
  assert.deepEqual([forgotten.proof?.clean, forgotten.answers.length], [true, 3], JSON.stringify(forgotten.proof));
  assert.deepEqual(filesWith(home, "marzipanimoose"), []);
  assert.deepEqual((await project.search("marzipanimoose", { mode: "lexical" })).hits, []);
  const { messages } = await project.chatMessages("c");
  assert.equal(messages.length, 4);
  const kept = messages.find(({ id }) => id === answer.chat?.answer)?.text ?? "";
  assert.match(kept, /\[redacted:forgotten\]/u);
  assert.match(kept, /sold to the baker/u, "what the answer quotes of another message stays");
  assert.match(messages.find(({ id }) => id === "a9")?.text ?? "", /The baker has another one\./u);
  await project.rebuild();
  assert.deepEqual((await project.search("marzipanimoose", { mode: "lexical" })).hits, []);
  assert.deepEqual(filesWith(home, "marzipanimoose"), []);
});

test("a name that Loci made of a passage's words goes out of the sources of answers", async (t) => {
  const home = join(temporaryFolder(t), "home");
  const project = await open(t, home);
  const secret = "Mabel hid the marzipanimoose emerald behind the marzipanimoose clock in the pantry.";
  await project.addDrawer({ text: secret, scope: "admin" });
  await project.addMessage("c", {
    id: "m1",
    role: "user",
    text: "Mabel hid the ruby behind the stove in the kitchen.",
  });
  const answer = await project.ask("What did Mabel hide behind the clock in the pantry?", { chat: "d" });
  assert.match(answer.text, /\[M\d[^\]]*\] \S*marzipanimoose/u, answer.text);
  await project.forget(secret, { yes: true });
  assert.deepEqual(filesWith(home, "marzipanimoose"), []);
});

test("an answer that quoted others is forgotten without an alarm for them", async (t) => {
  const project = await open(t, join(temporaryFolder(t), "home"));
  await project.addMessage("c", { id: "m1", role: "user", text: SECRET });
  const answer = `${SECRET}\nSo take care of the key, please.`;
  const { drawers } = await project.addMessage("c", { id: "a1", role: "assistant", text: answer });
  const forgotten = await project.forget(drawers[0] ?? "", { yes: true });
  assert.equal(forgotten.proof?.clean, true, JSON.stringify(forgotten.proof));
  assert.equal((await project.search("marzipanimoose", { mode: "lexical" })).hits.length, 1, "the message stays");
});

test("a user's forgetting leaves what isn't his, says so, and tells nothing of what he can't see", async (t) => {
  const home = join(temporaryFolder(t), "home");
  const project = await open(t, home);
  const caller = "user:42" as const;
  const own = await project.addMessage("mine", { id: "m1", role: "user", text: SECRET }, { caller });
  await project.ask("How does the vault in the old harbour open?", { chat: "mine", caller });
  const quoting = `Somebody wrote: ${SECRET}`;
  await project.addMessage("all", { id: "a1", role: "assistant", text: quoting }, { scope: "kb" });
  await project.addMessage("hidden", { id: "a1", role: "assistant", text: quoting }, { scope: "admin" });
  const forgotten = await project.forget(own.drawers[0] ?? "", { yes: true, caller });
  assert.deepEqual(
    forgotten.answers.map(({ chat, goes }) => [chat, goes]),
    [
      ["all", false],
      ["mine", true],
    ],
  );
  assert.equal(forgotten.proof?.clean, false);
  const found = forgotten.proof?.probes.flatMap((probe) => (probe.found ? [probe.path] : [])) ?? [];
  assert.ok(
    found.some((path) => /search \(lexical\).*'all'/u.test(path)),
    found.join(", "),
  );
  assert.ok(!JSON.stringify(forgotten).includes("hidden"));
  const { messages } = await project.chatMessages("mine", { caller });
  assert.ok(messages.every(({ text }) => !text.includes("marzipanimoose")));
});

test("over HTTP the same: what went of answers, and what stays", async (t) => {
  const { client } = await testService(t);
  const owner = client();
  const { message } = await owner.addMessage("c", { id: "m1", role: "user", text: SECRET });
  await owner.addMessage("c", { id: "a1", role: "assistant", text: `You said: ${SECRET}` });
  const forgotten = await owner.forget({ ids: message.drawers });
  assert.deepEqual([forgotten.proof?.clean, forgotten.answers.length], [true, 1], JSON.stringify(forgotten.proof));
  const { messages } = await owner.chatMessages("c");
  assert.deepEqual(
    messages.map(({ text }) => text),
    ["[redacted:forgotten]"],
  );
});

test("an answer that outlived what it quotes is found by its words, and forgotten", async (t) => {
  const folder = temporaryFolder(t);
  const home = join(folder, "home");
  const project = await open(t, home);
  const notes = join(folder, "notes");
  mkdirSync(notes);
  writeFileSync(join(notes, "vault.md"), `# Vault\n\n${SECRET}\n`);
  writeFileSync(join(notes, "bread.md"), `# Bread\n\n${OTHER}\n`);
  await project.index([notes], { scope: "admin" });
  const question = "What about the vault in the harbour?";
  await project.ask(question, { chat: "c", search: { all: true } });
  await project.ask(question, { chat: "u", caller: "user:42" });
  await project.addMessage("u", { id: "a1", role: "assistant", text: "No idea." }, { caller: "user:42" });
  rmSync(join(notes, "vault.md"));
  await project.index([notes]);
  assert.ok(filesWith(home, "marzipanimoose").length > 0, "the answer quotes it");

  const query = "Opens with  MARZIPANIMOOSE";
  const hidden = await project.forget(query, { yes: true, caller: "user:42" });
  assert.deepEqual([hidden.answers, hidden.removed], [[], []]);
  const shown = await project.forget(query);
  assert.deepEqual(shown.matches, [], "nothing unrelated is named");
  assert.deepEqual(
    shown.answers.map(({ chat, goes }) => [chat, goes]),
    [["c", true]],
  );
  const forgotten = await project.forget(query, { yes: true });
  assert.equal(forgotten.proof?.clean, true, JSON.stringify(forgotten.proof));
  assert.deepEqual(filesWith(home, "marzipanimoose"), []);
  const { messages } = await project.chatMessages("c");
  assert.match(messages.map(({ text }) => text).join("\n"), /\[redacted:forgotten\][^]*sold to the baker/u);
});
