import assert from "node:assert/strict";
import { appendFileSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { test, type TestContext } from "node:test";
import { openLoci, type Project } from "../../src/index.ts";
import { temporaryFolder } from "./notes.fixture.ts";
import { answers } from "./project-state.fixture.ts";

async function open(t: TestContext, home: string, name = "p"): Promise<Project> {
  const loci = await openLoci({ home });
  t.after(() => loci.close());
  return await loci.project(name);
}

test("a message is found as soon as it is said, but not by the question that it is", async (t) => {
  const project = await open(t, join(temporaryFolder(t), "home"));
  const added = await project.addMessage("planning", {
    id: "m1",
    role: "user",
    author: "Ada",
    text: "The launch of the gondola is on Friday.",
    time: "2026-05-31T14:00:00Z",
  });
  assert.deepEqual([added.added, added.scope, added.session, added.drawers.length], [true, "admin", "2026-05-31", 1]);
  const question = await project.addMessage("other", {
    id: "m1",
    role: "user",
    text: "When is the launch of the gondola?",
  });
  const { hits } = await project.search("When is the launch of the gondola?", {
    excludeIds: await project.messageDrawers("other", "m1"),
  });
  assert.deepEqual(
    hits.map(({ message }) => [message?.chat, message?.ids, message?.author]),
    [["planning", ["m1"], "Ada"]],
  );
  // Asked again, the earlier question is no hit of its own.
  const again = await project.search("When is the launch of the gondola?");
  assert.ok(again.hits.length > 0 && !again.hits.some(({ id }) => question.drawers.includes(id)));
});

test("the same id again changes nothing; for other words it is refused", async (t) => {
  const project = await open(t, join(temporaryFolder(t), "home"));
  const once = await project.addMessage("c", { id: "1", role: "user", text: "Say it once." });
  const twice = await project.addMessage("c", { id: "1", role: "user", text: "Say it once." });
  assert.deepEqual(twice, { ...once, added: false });
  await assert.rejects(project.addMessage("c", { id: "1", role: "user", text: "Say something else." }), {
    code: "DUPLICATE",
  });
  await assert.rejects(project.addMessage("c", { id: "2", role: "user", text: "" }), { code: "USAGE" });
  // A rebuild could not read them.
  for (const time of [
    "2026-05-31Tgarbage",
    "2026-02-30T10:00:00Z",
    "2026-13-01T10:00:00Z",
    "2026-05-31T14:00:00",
    "2026-05-31",
    "31 May 2026",
  ]) {
    await assert.rejects(
      project.addMessage("c", { id: "3", role: "user", text: "When?", time }),
      { code: "USAGE" },
      time,
    );
  }
  assert.equal((await project.status()).counts.drawers, 1);
});

test("a message that its file could not give back is refused, so that a rebuild loses none", async (t) => {
  const project = await open(t, join(temporaryFolder(t), "home"));
  const fine = { id: "1", role: "user", text: "The walrus sings." };
  for (const wrong of [
    { id: "" },
    { role: "" },
    { text: "" },
    { time: "2026-13-45T00:00:00Z" },
    { time: "2026-05-31T" },
    { time: "31 May 2026" },
  ]) {
    await assert.rejects(project.addMessage("c", { ...fine, ...wrong }), { code: "USAGE" }, JSON.stringify(wrong));
  }
  await project.addMessage("c", { ...fine, author: "", time: "2026-05-31T14:00:00+02:00" });
  const found = async (): Promise<unknown> =>
    (await project.search("walrus")).hits.map(({ id, text, message }) => ({ id, text, message }));
  const before = await found();
  assert.deepEqual([(await project.rebuild()).skipped, (await project.status()).counts.drawers], [[], 1]);
  assert.deepEqual(await found(), before);
});

test("a long chat is cut into sessions; a run over it finds nothing to do; a rebuild gives the same answers", async (t) => {
  const folder = temporaryFolder(t);
  const home = join(folder, "home");
  const project = await open(t, home);
  for (let i = 0; i < 150; i++)
    await project.addMessage("long", {
      id: `m${i}`,
      role: i % 2 === 0 ? "user" : "assistant",
      text: `Message ${i} about the falcon and the kettle of ${1900 + i}.`,
      time: i < 140 ? "2026-05-30T10:00:00Z" : "2026-05-31T10:00:00Z",
    });
  const sessions = new Set(
    (await project.search("falcon kettle", { limit: 200 })).hits.map(({ message }) => message?.session),
  );
  assert.deepEqual([...sessions].sort(), ["2026-05-30", "2026-05-30-2", "2026-05-30-3", "2026-05-31"]);
  const lines = readFileSync(join(home, "projects/p/chats/long/messages.jsonl"), "utf8").trimEnd().split("\n");
  assert.deepEqual(
    [lines.length, (JSON.parse(lines[77] as string) as { text: string }).text],
    [150, "Message 77 about the falcon and the kettle of 1977."],
  );
  const expected = await answers(project);
  const run = await project.index([]);
  assert.deepEqual([run.status, run.drawers.added, run.drawers.removed, run.drawers.total], ["done", 0, 0, 150]);
  const rebuilt = await project.rebuild();
  assert.deepEqual([rebuilt.drawers.added, rebuilt.embeddings.computed], [0, 0]);
  assert.deepEqual(await answers(project), expected);
});

test("two processes write to one chat, and one is killed in the middle of a line", async (t) => {
  const home = join(temporaryFolder(t), "home");
  const [one, two] = [await open(t, home), await open(t, home)];
  await Promise.all(
    Array.from({ length: 30 }, (_, i) =>
      (i % 2 === 0 ? one : two).addMessage("c", { id: `m${i}`, role: "user", text: `Number ${i} of the meadow.` }),
    ),
  );
  appendFileSync(join(home, "projects/p/chats/c/messages.jsonl"), '{"session":"2026-05-31","id":"torn","ro');
  await two.addMessage("c", { id: "after", role: "user", text: "The meadow after the storm." });
  assert.ok(
    (await one.addMessage("c", { id: "after", role: "user", text: "The meadow after the storm." })).added === false,
  );
  assert.equal((await one.status()).counts.drawers, 31);
  assert.deepEqual(
    new Set((await one.search("meadow", { limit: 100 })).hits.flatMap(({ message }) => message?.ids ?? [])).size,
    31,
  );
});

test("chats of users are their own, whatever they are called", async (t) => {
  const home = join(temporaryFolder(t), "home");
  const project = await open(t, home);
  for (const caller of ["owner", "user:1", "user:2"] as const)
    await project.addMessage("notes", { id: "m", role: "user", text: `The canary of ${caller} sings.` }, { caller });
  await project.addMessage(
    "shared",
    { id: "m", role: "user", text: "The canary of everybody sings." },
    { scope: "kb" },
  );
  await project.addMessage("../../evil/..", { id: "m", role: "user", text: "Hm." });
  const seen = async (caller: "owner" | "public" | "user:1" | "user:2"): Promise<string[]> =>
    (await project.search("canary", { caller })).hits.map(({ text }) => text.slice(14, -7)).sort();
  assert.deepEqual(await seen("user:1"), ["everybody", "user:1"]);
  assert.deepEqual(await seen("user:2"), ["everybody", "user:2"]);
  assert.deepEqual(await seen("public"), ["everybody"]);
  assert.equal((await seen("owner")).length, 4);
  assert.equal((await project.messageDrawers("notes", "m", { caller: "user:1" })).length, 1);
  assert.deepEqual(await project.messageDrawers("notes", "m", { caller: "public" }), []);
  await assert.rejects(project.addMessage("notes", { id: "x", role: "user", text: "x" }, { caller: "public" }), {
    code: "FORBIDDEN",
  });
  await assert.rejects(
    project.addMessage("notes", { id: "x", role: "user", text: "x" }, { caller: "user:1", scope: "kb" }),
    { code: "FORBIDDEN" },
  );
  await assert.rejects(project.addMessage("shared", { id: "x", role: "user", text: "x" }, { scope: "admin" }), {
    code: "USAGE",
  });
  assert.deepEqual(readdirSync(join(home, "projects/p/chats")).length, 4);
});

test("documents as bytes: kept, replaced by name and scope, removed with their file", async (t) => {
  const home = join(temporaryFolder(t), "home");
  const project = await open(t, home);
  const bytes = (text: string): Uint8Array => new TextEncoder().encode(text);
  for (const scope of ["kb", "user:7"])
    assert.equal(
      (
        await project.addDocument(
          { name: "Guide 1.md", bytes: bytes(`# Guide\n\nThe walrus of ${scope}.\n`) },
          { scope },
        )
      ).status,
      "done",
    );
  await project.addDocument(
    { name: "../../Guide 1.md", bytes: bytes("# Guide\n\nThe second walrus.\n") },
    { scope: "kb" },
  );
  assert.deepEqual(
    (await project.search("walrus")).hits
      .map(({ text, source }) => [text.includes("second"), source.path, text.includes("user:7")])
      .sort(),
    [
      [false, "Guide 1.md", true],
      [true, "Guide 1.md", false],
    ],
  );
  assert.equal((await project.sources()).length, 2);
  for (const name of ["", "..", ".md", "noextension", "a/b/"])
    await assert.rejects(project.addDocument({ name, bytes: bytes("x") }, { scope: "kb" }), { code: "USAGE" }, name);
  await assert.rejects(project.addDocument({ name: "a.md", bytes: bytes("x") }), { code: "SOURCE_SCOPE_REQUIRED" });
  const forbidden = { code: "FORBIDDEN" };
  await assert.rejects(
    project.addDocument({ name: "a.md", bytes: bytes("x") }, { caller: "public", scope: "kb" }),
    forbidden,
  );
  await assert.rejects(
    project.addDocument({ name: "a.md", bytes: bytes("x") }, { caller: "user:7", scope: "kb" }),
    forbidden,
  );
  await project.addDocument(
    { name: "Guide 1.md", bytes: bytes("# Guide\n\nThe third walrus.\n") },
    { caller: "user:7" },
  );
  assert.deepEqual(
    (await project.search("walrus", { caller: "user:7" })).hits
      .map(({ text }) => /second|third/.exec(text)?.[0])
      .sort(),
    ["second", "third"],
  );
  for (const { key } of await project.sources()) await project.removeSource(key);
  assert.deepEqual(readdirSync(join(home, "projects/p/uploads/kb")), []);
});
