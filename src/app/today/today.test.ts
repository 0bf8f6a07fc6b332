import assert from "node:assert/strict";
import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { basename, join } from "node:path";
import test, { type TestContext } from "node:test";
import { temporaryFolder } from "../../../test/e2e/notes.fixture.ts";
import { loadConfiguration } from "../../config/load-configuration.ts";
import { openLoci } from "../../engine/open-loci.ts";
import type { Project } from "../../operations/project.ts";

async function opened(t: TestContext, flags: readonly string[]): Promise<{ project: Project; words: string }> {
  const home = temporaryFolder(t);
  const { settings } = await loadConfiguration({ home, folder: home, environment: {}, flags });
  const loci = await openLoci({ home, settings });
  t.after(() => loci.close());
  const project = await loci.project("p");
  await project.addDrawer({
    text: "We decided that staging listens on port 8099.",
    wing: "w",
    room: "ports",
    scope: "admin",
  });
  return { project, words: join(home, "projects", "p", "today") };
}

const PROMPT = "which port did we decide on for staging?";

test("today tells of every way in which something came: a run, a list, a message; and questions of the page hide no agent's", async (t) => {
  const { project } = await opened(t, []);
  const folder = temporaryFolder(t);
  writeFileSync(join(folder, "a.md"), "# Ferry\n\nThe ferry leaves at noon.\n");
  await project.index([folder], { scope: "kb" });
  await project.index([folder], { scope: "kb" });
  await project.tellFacts("My favorite teas are 1) sencha, 2) oolong");
  await project.tellFacts("I've gone off oolong lately");
  await project.tellFacts("Remove sencha from my favorite teas");
  await project.addMessage("talk", { id: "m1", role: "user", text: "The tide is high." });
  await project.recordAccess("shown", ["x"], { query: "ferry", client: "mcp" });
  for (let key = 0; key < 2_100; key++)
    await project.recordAccess("shown", ["x"], { query: `f${key}`, client: "http" });
  for (const ids of [["x"], []])
    await project.recordAccess("shown", ids, { query: "walrus", client: "mcp", covered: false });
  const { entries } = await project.today();
  assert.deepEqual(entries.map(({ kind, why }) => `${kind} ${why}`).toSorted(), [
    "asked ",
    "asked ",
    "asked perhaps not covered",
    "changed tea, in Lists",
    `read ${basename(folder)}; files read: 1, passages added: 1, removed: 0`,
    "remembered ",
    "remembered a message of a chat",
    "remembered tea, in Lists",
  ]);
});

test("today names whose list, note or forgetting it was", async (t) => {
  const { project } = await opened(t, []);
  const caller = "user:ada";
  await project.tellFacts("My favorite teas are 1) sencha, 2) oolong");
  await project.tellFacts("My favorite fonts are 1) Futura, 2) Garamond", { scope: caller });
  const { id } = await project.addDrawer({ text: "Ada's boat is the Heron.", scope: caller });
  await project.forget(id, { caller, yes: true });
  await project.changeFacts({ op: "set", topic: "font", rank: 1, value: "Bodoni", scope: caller });
  const { entries } = await project.today();
  assert.deepEqual(entries.map(({ kind, why, caller: who }) => [who, kind, why].join(" ").trim()).toSorted(), [
    "owner remembered",
    "owner remembered",
    "owner remembered font, in Lists of user:ada",
    "owner remembered tea, in Lists",
    "user:ada forgotten",
    "user:ada remembered font, in Lists of user:ada",
  ]);
});

test("the words of a day go with the next question once they are no longer wanted", async (t) => {
  const home = temporaryFolder(t);
  const folder = join(home, "projects", "p", "today");
  for (const on of [true, false]) {
    const { settings } = await loadConfiguration({ home, folder: home, environment: {}, flags: [`page.today=${on}`] });
    const loci = await openLoci({ home, settings });
    const project = await loci.project("p");
    if (on) await project.addDrawer({ text: "We decided that staging listens on port 8099.", scope: "admin" });
    await project.inject(PROMPT, { client: "claude-code", session: "s1" });
    assert.equal(readdirSync(folder).length, on ? 1 : 0);
    await loci.close();
  }
});

test("today tells what was asked, given and remembered, and why an agent was told nothing; words stand there only where they are wanted", async (t) => {
  for (const on of [false, true]) {
    const { project, words } = await opened(t, on ? ["page.today=true"] : []);
    const given = await project.inject(PROMPT, { client: "claude-code", session: "s1" });
    assert.equal(given.silent, null);
    await project.inject("what did we decide about the walrus?", { client: "claude-code", session: "s1" });
    await project.inject("what would be given for this?");
    const { hits } = await project.search("staging port");
    await project.recordAccess("shown", [hits[0]?.id ?? ""], { query: "staging port", client: "mcp" });
    await project.recordAccess("shown", [hits[0]?.id ?? ""], {
      query: "a user's words",
      client: "mcp",
      caller: "user:7",
    });
    const { keepsWords, entries } = await project.today();
    assert.equal(keepsWords, on);
    assert.deepEqual(entries.map(({ kind, client, caller }) => [kind, client, caller]).toSorted(), [
      ["asked", "mcp", "owner"],
      ["asked", "mcp", "user:7"],
      ["given", "claude-code", "owner"],
      ["remembered", "", "owner"],
      ["silent", "claude-code", "owner"],
    ]);
    const [injected, silent] = (["given", "silent"] as const).map((kind) => entries.find((one) => one.kind === kind));
    assert.deepEqual(
      injected?.ids,
      given.used.map(({ id }) => id),
    );
    assert.equal(injected?.words, on ? PROMPT : null);
    assert.ok((silent?.why ?? "") !== "");
    assert.deepEqual(
      entries.filter(({ caller }) => caller !== "owner").map(({ words: theirs }) => theirs),
      [null],
    );
    assert.equal(existsSync(words), on);
    await assert.rejects(project.today({ caller: "user:7" }), { code: "FORBIDDEN" });
    if (!on) continue;
    const [file = ""] = readdirSync(words);
    assert.equal(statSync(join(words, file)).mode & 0o077, 0);
    assert.doesNotMatch(readFileSync(join(words, file), "utf8"), /a user's words/);
  }
});

test("each question that was answered is one line of today and of the audit, whether passages answered it or lists, and none where it came over HTTP", async (t) => {
  const { project } = await opened(t, ["page.today=true"]);
  const [{ id = "" } = {}] = (await project.search("staging port")).hits;
  await project.tellFacts("My favorite teas are 1) sencha, 2) oolong");
  const asked = ["which port does staging listen on?", "What is my second favorite tea?", "which walrus is it?"];
  for (const question of asked) await project.ask(question, { platform: "cli" });
  await project.ask("My favorite fonts are 1) Futura, 2) Garamond", { platform: "cli", chat: "talk" });
  const entries = (await project.today()).entries.filter(({ kind }) => kind === "asked").toReversed();
  assert.deepEqual(
    entries.map(({ client, words, ids, why }) => [client, words, ids, why]),
    [
      ["cli", asked[0], [id], ""],
      ["cli", asked[1], [], "answered from Lists"],
      ["cli", asked[2], [], ""],
    ],
  );
  const trail = (await project.audit()).filter(({ action }) => /cited|shown|told/u.test(action)).toReversed();
  assert.deepEqual(
    trail.map(({ action, details }) => [action, details["client"]]),
    ["drawer.cited", "fact.told", "nothing.cited"].map((action) => [action, "cli"]),
  );
  for (const question of asked) await project.ask(question, { platform: "http" });
  assert.equal((await project.today()).entries.filter(({ kind }) => kind === "asked").length, asked.length);
});

test("today tells what a session began with, and of prompts that ask for nothing; looking what would be given is no news", async (t) => {
  const { project } = await opened(t, ["page.today=true"]);
  const asked = { client: "codex", session: "s1" };
  await project.sessionBrief({ session: "s1" });
  const brief = await project.sessionBrief(asked);
  await project.inject("thanks", asked);
  const [silent, given, ...rest] = (await project.today()).entries;
  assert.deepEqual(
    [given?.kind, given?.client, given?.session, given?.why, given?.words],
    ["given", "codex", "s1", "where its session begins", null],
  );
  assert.deepEqual(
    given?.ids,
    brief.used.map(({ id }) => id),
  );
  assert.deepEqual([silent?.kind, silent?.words], ["silent", "thanks"]);
  assert.match(silent?.why ?? "", /too little/);
  assert.deepEqual(
    rest.map(({ kind }) => kind),
    ["remembered"],
  );
});

test("a prompt that a hook asks for twice, since a busy service answers late, is told once", async (t) => {
  const { project } = await opened(t, []);
  const asked = (session: string) => project.inject(PROMPT, { client: "codex", session });
  for (const session of ["a", "a", "b"]) await asked(session);
  const { entries } = await project.today();
  const given = entries.filter(({ kind }) => kind === "given");
  assert.deepEqual(
    given.map(({ session }) => session),
    ["b", "a"],
  );
});

test("words of another day go when today is looked at, and all of them with whatever is forgotten", async (t) => {
  const { project, words } = await opened(t, ["page.today=true"]);
  await project.inject(PROMPT, { client: "codex" });
  writeFileSync(join(words, "2020-01-01.jsonl"), '{"hash":"x","words":"old"}\n');
  await project.today();
  assert.equal(readdirSync(words).length, 1);
  await project.forget("staging listens on port 8099", { yes: true });
  assert.deepEqual(readdirSync(words), []);
  assert.equal((await project.today()).entries.find(({ kind }) => kind === "given")?.words, null);
});
