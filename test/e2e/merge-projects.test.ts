import assert from "node:assert/strict";
import { cpSync, existsSync, mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { test, type TestContext } from "node:test";
import { type Caller, type Loci, openLoci, type Project } from "../../src/index.ts";
import { startLoopbackModels } from "../../src/llm/loopback.fixture.ts";
import { temporaryFolder, writeMemory } from "./notes.fixture.ts";

interface World {
  readonly root: string;
  readonly home: string;
  readonly loci: Loci;
}

async function world(t: TestContext, llm: object = {}): Promise<World> {
  const root = temporaryFolder(t);
  const home = join(root, "home");
  const loci = await openLoci({ home, settings: { embedding: { provider: "none" }, llm } });
  t.after(() => loci.close());
  return { root, home, loci };
}

/** Something by every way in. @returns ids by what they say */
async function fill({ root }: World, project: Project, bird: string): Promise<ReadonlyMap<string, string>> {
  const notes = join(root, `notes-${bird}`);
  mkdirSync(notes);
  writeFileSync(join(notes, "a.md"), `# Notes\n\nThe ${bird} of the file.\n`);
  const history = join(root, `${bird}.jsonl`);
  const said = { type: "user", uuid: `${bird}-1`, sessionId: bird, timestamp: "2026-11-02T10:00:00.000Z" };
  writeFileSync(
    history,
    `${JSON.stringify({ ...said, message: { role: "user", content: `The ${bird} of the history.` } })}\n`,
  );
  await project.index([notes], { scope: "kb" });
  await project.mine([history], { scope: "admin" });
  await project.addDrawer({ text: `The ${bird} by hand.`, wing: "birds", room: "reeds", scope: "admin" });
  await project.indexText({ name: "piped", text: `The ${bird} through a pipe.\n` }, { scope: "admin" });
  await project.addDocument(
    { name: "handed.md", bytes: new TextEncoder().encode(`The ${bird} handed over.\n`) },
    { scope: "admin" },
  );
  await project.recordSession({
    agent: "cursor",
    session: `s-${bird}`,
    messages: [{ id: "m1", role: "user", text: `The ${bird} that a hook recorded.` }],
  });
  await project.addMessage("terminal", { id: `c-${bird}`, role: "user", text: `The ${bird} of the chat.` });
  await project.tellFacts(`my favourite ${bird === "heron" ? "bird" : "fish"} is the ${bird}`);
  return await idsOf(project, bird);
}

async function idsOf(project: Project, bird: string): Promise<ReadonlyMap<string, string>> {
  const { hits } = await project.search(bird, { mode: "lexical", limit: 50 });
  const own = hits.filter(({ text }) => text.includes(bird));
  return new Map(own.map(({ id, text }) => [text.trim(), id] as const).sort());
}

test("two projects become one, with ids, history and provenance; the other's name leads there", async (t) => {
  const w = await world(t);
  const heron = await w.loci.project("one");
  const egret = await w.loci.project("two");
  const before = { heron: await fill(w, heron, "heron"), egret: await fill(w, egret, "egret") };
  assert.ok(before.egret.size >= 7, [...before.egret.keys()].join("\n"));
  const some = [...before.egret.values()].slice(0, 1);
  await egret.recordAccess("expanded", some);
  await heron.close();
  await egret.close();
  const merged = await w.loci.merge("two", "one");
  assert.equal(merged.into, "one");
  assert.deepEqual(w.loci.projects(), ["one"]);
  assert.ok(!existsSync(join(w.home, "projects", "two")));
  const project = await w.loci.project("two");
  assert.equal(project.name, "one");
  assert.deepEqual(await idsOf(project, "heron"), before.heron);
  assert.deepEqual(await idsOf(project, "egret"), before.egret);
  const lists = await project.facts();
  assert.equal(lists.length, 2, JSON.stringify(lists));
  // Rebuilt from files, the ids are the same.
  await project.rebuild();
  assert.deepEqual(await idsOf(project, "egret"), before.egret);
  // What is told again doubles nothing, and goes on.
  await project.recordSession({
    agent: "cursor",
    session: "s-egret",
    messages: [
      { id: "m1", role: "user", text: "The egret that a hook recorded." },
      { id: "m2", role: "user", text: "The egret came back." },
    ],
  });
  assert.equal((await idsOf(project, "egret")).size, before.egret.size + 1);
  const { proof } = await project.forget("egret through a pipe", { yes: true });
  assert.deepEqual(
    proof?.probes.filter(({ found }) => found),
    [],
  );
  assert.equal(proof?.clean, true);
});

test("what both spent is added up, and once", async (t) => {
  const models = await startLoopbackModels();
  t.after(() => models.close());
  const { root, loci, home } = await world(t, {
    provider: "openai-compatible",
    model: "m",
    base_url: `${models.origin}/v1`,
  });
  const ask = async (name: string, times: number, caller: Caller = "owner"): Promise<string> => {
    const project = await loci.project(name);
    await project.indexText({ name: "n", text: `The heron of ${name} nests in the reeds.\n` }, { scope: "kb" });
    let by = "";
    for (let i = 0; i < times; i++) ({ by } = await project.ask("Where does the heron nest?", { caller }));
    return by;
  };
  const spentBy = async (name: string) => (await (await loci.project(name)).spend()).spend;
  assert.equal(await ask("one", 2), "model");
  assert.equal(await ask("two", 2), "model");
  await ask("two", 1, "user:7");
  const before = [...(await spentBy("one")), ...(await spentBy("two"))];
  for (const name of ["one", "two"]) await (await loci.project(name)).close();
  cpSync(join(home, "projects", "two"), join(root, "kept"), { recursive: true });
  for (const again of [false, true]) {
    if (again) cpSync(join(root, "kept"), join(home, "projects", "two"), { recursive: true });
    await loci.merge("two", "one");
    const after = await spentBy("one");
    for (const what of ["calls", "tokens", "cost"] as const)
      for (const caller of ["owner", "user:7"]) {
        const of = (lines: typeof after): number =>
          lines.filter((one) => one.caller === caller).reduce((all, one) => all + one[what], 0);
        assert.equal(of(after), of(before), `${what} of ${caller}`);
      }
    assert.equal(after.length, 2);
  }
});

/** What each of two projects has under a name that the other has too. */
async function fillAlike({ home }: World, project: Project, bird: string): Promise<void> {
  for (const [name, text] of [
    ["plan.md", `The ${bird} moves.\n`],
    ["same.md", "The kiln is red.\n"],
  ] as const)
    await project.addDocument({ name, bytes: new TextEncoder().encode(text) }, { scope: "admin" });
  for (const caller of ["owner", "user:7"] as const)
    for (const id of ["m0", "m1"])
      await project.addMessage(
        "planning",
        { id, role: "user", text: `${caller} says ${id} of the ${bird}.` },
        { caller },
      );
  const said = [`My favorite colors are 1) ${bird}, 2) grey`, `My vet is Dr. ${bird === "heron" ? "Hale" : "Sand"}.`];
  for (const [i, text] of said.entries()) await project.tellFacts(text, { chat: "planning", messageId: `m${i}` });
  const text = `The ${bird} that a hook recorded.`;
  await project.recordSession({ agent: "cursor", session: "s", messages: [{ id: "m1", role: "user", text }] });
  await project.addDrawer({ text: `A ${bird} is tall.`, wing: "birds", room: "reeds", scope: "admin" });
  await project.correct("rename-wing", { from: "birds", to: bird });
  writeMemory(join(home, "projects", project.name), "admin", [`Feed the ${bird}.`, "Tea before code."]);
}

test("what both projects have under one name stays, each with its id, and is led to by what was said of it", async (t) => {
  const w = await world(t);
  const drawersOf = async (project: Project): Promise<readonly string[]> =>
    (await project.drawers({ limit: 1_000 })).drawers.map(({ id, scope, text }) => `${id} ${scope} ${text}`).sort();
  const before: string[] = [];
  for (const [name, bird] of [
    ["one", "heron"],
    ["two", "egret"],
  ] as const) {
    const project = await w.loci.project(name);
    await fillAlike(w, project, bird);
    before.push(...(await drawersOf(project)));
    await project.close();
  }
  cpSync(join(w.home, "projects", "two"), join(w.root, "kept"), { recursive: true });
  for (const again of [false, true]) {
    if (again) cpSync(join(w.root, "kept"), join(w.home, "projects", "two"), { recursive: true });
    await w.loci.merge("two", "one");
    const project = await w.loci.project("one");
    assert.deepEqual(await drawersOf(project), before.toSorted());
    for (const caller of ["owner", "user:7"] as const)
      for (const [chat, bird] of [
        ["planning", "heron"],
        ["planning-two", "egret"],
      ] as const) {
        assert.deepEqual(
          (await project.chatMessages(chat, { caller })).messages.map(({ text }) => text),
          ["m0", "m1"].map((id) => `${caller} says ${id} of the ${bird}.`),
        );
      }
    const vet = await project.factList("vet");
    assert.deepEqual(
      vet.list.items.map(({ value, chat }) => [value, chat]),
      [["Dr. Sand", "planning-two"]],
    );
    assert.equal(vet.history.length, 2);
    const { items } = (await project.factList("color")).list;
    assert.deepEqual(
      items.map(({ value, chat }) => [value, chat]),
      [
        ["heron", "planning"],
        ["grey", "planning"],
        ["egret", "planning-two"],
      ],
    );
    const { text } = await project.chatMemory("planning");
    assert.equal(text, "# Memory\n\n- Feed the heron.\n- Tea before code.\n- Feed the egret.\n\n");
    const { drawers } = await project.drawers({ text: "tall" });
    assert.deepEqual([...new Set(drawers.map(({ wing }) => wing))], ["heron"]);
    await project.close();
  }
  const project = await w.loci.project("one");
  assert.match((await project.changeFacts({ op: "undo" })).text, /Dr\. Hale/u);
  await project.deleteChat("planning-two");
  assert.deepEqual(
    (await project.factList("color")).list.items.map(({ value }) => value),
    ["heron", "grey"],
  );
});

test("a merge that ended half-way is begun again, and doubles nothing", async (t) => {
  const w = await world(t);
  const one = await w.loci.project("one");
  const two = await w.loci.project("two");
  const before = { heron: await fill(w, one, "heron"), egret: await fill(w, two, "egret") };
  await one.close();
  await two.close();
  // Everything was copied, and the process ended before the other project went.
  cpSync(join(w.home, "projects", "two"), join(w.root, "kept"), { recursive: true });
  await w.loci.merge("two", "one");
  cpSync(join(w.root, "kept"), join(w.home, "projects", "two"), { recursive: true });
  assert.deepEqual(w.loci.projects(), ["one", "two"]);
  await w.loci.merge("two", "one");
  const project = await w.loci.project("one");
  assert.deepEqual(await idsOf(project, "heron"), before.heron);
  assert.deepEqual(await idsOf(project, "egret"), before.egret);
  assert.equal((await project.facts()).length, 2);
});
