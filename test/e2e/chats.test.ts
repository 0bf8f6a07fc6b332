import assert from "node:assert/strict";
import { existsSync, readdirSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { test, type TestContext } from "node:test";
import { openLoci, type Project } from "../../src/index.ts";
import { temporaryFolder } from "./notes.fixture.ts";
import { testService } from "./service.fixture.ts";

async function open(t: TestContext, home: string): Promise<Project> {
  const loci = await openLoci({ home });
  t.after(() => loci.close());
  return await loci.project("p");
}

const MARMALADE = "The marmalade vault opens with the tangerine key.";

test("a chat is listed, read page by page and deleted with everything that came of it", async (t) => {
  const home = join(temporaryFolder(t), "home");
  const project = await open(t, home);
  for (let i = 1; i <= 5; i++)
    await project.addMessage("planning", { id: `m${i}`, role: "user", text: `${MARMALADE} Message ${i}.` });
  await project.addMessage("other", { id: "m1", role: "user", text: "The gondola leaves on Friday." });
  await project.tellFacts("My favorite fonts are 1) Garamond, 2) Futura", { chat: "planning" });
  assert.deepEqual(
    (await project.chats()).chats.map(({ chat, messages }) => [chat, messages]),
    [
      ["other", 1],
      ["planning", 5],
    ],
  );
  const last = await project.chatMessages("planning", { limit: 2 });
  assert.deepEqual([last.messages.map(({ id }) => id), last.more, last.total], [["m4", "m5"], true, 5]);
  const before = await project.chatMessages("planning", { limit: 10, before: "m4" });
  assert.deepEqual([before.messages.map(({ id }) => id), before.more], [["m1", "m2", "m3"], false]);

  const deleted = await project.deleteChat("planning");
  assert.deepEqual([deleted.messages, deleted.drawers, deleted.lists.length], [5, 5, 1]);
  assert.deepEqual((await project.search("marmalade vault", { mode: "lexical" })).hits, []);
  assert.deepEqual(await project.facts(), []);
  assert.equal(existsSync(join(home, "projects", "p", "chats", "planning")), false);
  await assert.rejects(project.chatMessages("planning"), { code: "CHAT_NOT_FOUND" });
  await assert.rejects(project.deleteChat("planning"), { code: "CHAT_NOT_FOUND" });

  // Nothing comes back with the next message, nor with a rebuild.
  await project.addMessage("planning", { id: "m1", role: "user", text: "A new beginning." });
  await project.rebuild();
  assert.deepEqual((await project.search("marmalade vault", { mode: "lexical" })).hits, []);
  assert.equal((await project.chatMessages("planning")).total, 1);
});

test("a chat that is deleted leaves other chats as they were indexed", async (t) => {
  const project = await open(t, join(temporaryFolder(t), "home"));
  for (const chat of ["planning", "other"]) await project.addMessage(chat, { id: "m1", role: "user", text: MARMALADE });
  await project.deleteChat("planning");
  assert.deepEqual(
    (await project.doctor()).filter(({ severity }) => severity !== "ok"),
    [],
  );
});

test("a user lists, reads and deletes his own chats and nobody else's", async (t) => {
  const project = await open(t, join(temporaryFolder(t), "home"));
  for (const caller of ["user:42", "user:43"] as const)
    await project.addMessage("c", { id: "m1", role: "user", text: `${MARMALADE} Said by ${caller}.` }, { caller });
  await project.addMessage("all", { id: "m1", role: "user", text: "Everybody may read it." }, { scope: "kb" });
  await project.addMessage("secret", { id: "m1", role: "user", text: "Nobody may read it." });
  const own = await project.chats({ caller: "user:42" });
  assert.deepEqual(own.chats.map(({ chat, scope }) => [chat, scope]).sort(), [
    ["all", "kb"],
    ["c", "user:42"],
  ]);
  const { messages } = await project.chatMessages("c", { caller: "user:42" });
  assert.deepEqual(
    messages.map(({ text }) => text),
    [`${MARMALADE} Said by user:42.`],
  );
  await assert.rejects(project.chatMessages("secret", { caller: "user:42" }), { code: "CHAT_NOT_FOUND" });
  await assert.rejects(project.deleteChat("all", { caller: "user:42" }), { code: "CHAT_NOT_FOUND" });
  await assert.rejects(project.deleteChat("c", { caller: "public" }), { code: "CHAT_NOT_FOUND" });
  await assert.rejects(project.deleteChat("c"), {
    code: "CHAT_NOT_FOUND",
    details: { scopes: ["user:42", "user:43"] },
  });
  await project.deleteChat("c", { caller: "user:42" });
  assert.equal((await project.chatMessages("c", { caller: "user:43" })).total, 1);
  await project.deleteChat("c", { scope: "user:43" });
  assert.deepEqual((await project.chats()).total, 2);
});

test("a message of a chat is forgotten by whom it belongs to, and does not come back", async (t) => {
  const home = join(temporaryFolder(t), "home");
  const project = await open(t, home);
  const caller = "user:42" as const;
  const long = Array.from({ length: 80 }, (_, i) => `Sentence ${i} of the ${i % 2 ? "quarry" : "saddle"} story.`);
  const { drawers } = await project.addMessage("c", { id: "m1", role: "user", text: long.join(" ") }, { caller });
  assert.ok(drawers.length > 1);
  await project.addMessage("c", { id: "m2", role: "user", text: "It stays: the violin." }, { caller });
  const [first = ""] = drawers;
  await assert.rejects(project.forget(first, { caller: "user:43", yes: true }), { code: "DRAWER_NOT_FOUND" });
  const shown = await project.forget(first, { caller });
  assert.deepEqual([shown.matches.length, shown.matches.every(({ goes }) => goes)], [drawers.length, true]);
  const forgotten = await project.forget(first, { caller, yes: true });
  assert.deepEqual([forgotten.removed.length, forgotten.proof?.clean], [drawers.length, true]);
  await project.addMessage("c", { id: "m3", role: "user", text: "One more." }, { caller });
  await project.rebuild();
  assert.deepEqual((await project.search("quarry saddle", { mode: "lexical", caller })).hits, []);
  assert.deepEqual(
    (await project.chatMessages("c", { caller })).messages.map(({ id }) => id),
    ["m2", "m3"],
  );
  for (const file of readdirSync(join(home, "projects", "p", "chats"), { recursive: true, encoding: "utf8" })) {
    const path = join(home, "projects", "p", "chats", file);
    if (statSync(path).isFile()) assert.ok(!readFileSync(path, "utf8").includes("quarry"), file);
  }
});

test("a chat is left out of a search", async (t) => {
  const project = await open(t, join(temporaryFolder(t), "home"));
  await project.addMessage("a", { id: "m1", role: "user", text: `${MARMALADE} In a.` });
  await project.addMessage("b", { id: "m1", role: "user", text: `${MARMALADE} In b.` });
  for (const mode of ["lexical", "semantic", "hybrid"] as const) {
    const { hits } = await project.search("marmalade vault", { mode, excludeChats: ["a", "not there"] });
    assert.deepEqual(
      hits.map(({ message }) => message?.chat),
      ["b"],
      mode,
    );
  }
});

test("over HTTP: chats and what changed, of what the caller sees alone", async (t) => {
  const { client } = await testService(t);
  const [owner, user] = [client(), client("user:42")];
  await owner.addMessage("mine", { id: "m1", role: "user", text: "Nobody else reads it." });
  const start = await user.changes();
  assert.deepEqual(start.changed, ["drawers", "facts", "chats"]);
  await owner.addMessage("mine", { id: "m2", role: "user", text: "Nor this." });
  await owner.tellFacts({ text: "My favorite tea is sencha" });
  await user.tellFacts({ text: "My favorite tea is oolong" });
  const changes = await user.changes({ since: start.revision });
  assert.deepEqual(changes.changed, ["facts"]);
  assert.deepEqual((await user.changes({ since: changes.revision })).changed, []);
  await owner.addMessage("mine", { id: "m3", role: "user", text: "Nor that." });
  assert.deepEqual((await user.changes({ since: changes.revision })).changed, []);
  await user.addMessage("own", { id: "m1", role: "user", text: "Only he reads it." });
  const woken = await user.changes({ since: changes.revision });
  assert.ok(woken.changed.length > 0 && woken.changed.every((part) => part === "drawers" || part === "chats"));
  assert.deepEqual(
    (await user.chats()).chats.map(({ chat }) => chat),
    ["own"],
  );
  assert.deepEqual((await user.deleteChat("own")).deleted.messages, 1);
  await assert.rejects(user.chatMessages("mine"), { code: "CHAT_NOT_FOUND" });
  assert.equal((await owner.chatMessages("mine")).total, 3);
});

test("a stream tells what changes, and ends with its reader", async (t) => {
  const { ask, client } = await testService(t);
  await client().addMessage("c", { id: "m1", role: "user", text: "The beginning." });
  const ending = new AbortController();
  const response = await ask("/v1/changes", {
    headers: { Accept: "text/event-stream" },
    signal: ending.signal,
  });
  const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader();
  const first = await reader?.read();
  assert.match(first?.value ?? "", /^event: change\ndata: \{"revision":"drawers\./);
  await client().addMessage("c", { id: "m2", role: "user", text: "The next." });
  assert.match((await reader?.read())?.value ?? "", /"changed":\[/);
  ending.abort();
});
