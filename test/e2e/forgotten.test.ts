import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { utimesSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { fileURLToPath } from "node:url";
import { openLoci } from "../../src/index.ts";
import { temporaryFolder, writeMemory } from "./notes.fixture.ts";

const SCAN = fileURLToPath(new URL("raw-bytes.py", import.meta.url));

/** Files in which a word stands, as it is or in a compressed stream that begins at any byte; read by a foreign tool. */
function filesWith(folder: string, word: string): readonly string[] {
  const { stdout, stderr, status } = spawnSync("python3", [SCAN, folder, word], { encoding: "utf8" });
  assert.equal(status, 0, stderr);
  return stdout.split("\n").filter((line) => line !== "");
}

test("no byte of what is forgotten stays in any file of the home, compressed or not", async (t) => {
  const home = join(temporaryFolder(t), "home");
  const loci = await openLoci({ home });
  t.after(() => loci.close());
  const project = await loci.project("p");
  const say = (word: string): string => `The vault in the old harbour opens with ${word}, which nobody else knows.`;
  for (const word of ["quetzalcoatlus", "marzipanimoose", "zanzibaritone"])
    await project.addDrawer({ wing: "w", room: "r", scope: "admin", text: say(word), force: true });
  assert.notDeepEqual(filesWith(home, "marzipanimoose"), [], "it is found where it stands");
  const killed = join(home, "projects", "p", "memory", "palace", "w", "r.md.0123456789ab.tmp");
  writeFileSync(killed, say("marzipanimoose"));
  utimesSync(killed, 0, 0);

  const { proof, removed } = await project.forget("marzipanimoose", { yes: true });
  assert.equal(removed.length, 1);
  assert.equal(proof?.clean, true, JSON.stringify(proof));
  assert.deepEqual(filesWith(home, "marzipanimoose"), []);
  assert.notDeepEqual(filesWith(home, "quetzalcoatlus"), [], "the others stay");
  assert.equal((await project.search("zanzibaritone")).hits.length > 0, true);

  // What stays somewhere else in the home is found, and where.
  writeFileSync(
    join(home, "projects", "p", "left.bin"),
    Buffer.concat([Buffer.alloc(9, 7), Buffer.from(say("quetzalcoatlus"))]),
  );
  writeFileSync(join(home, "copy.txt"), say("quetzalcoatlus"));
  const dirty = (await project.forget("quetzalcoatlus", { yes: true })).proof;
  assert.deepEqual(
    dirty?.probes.filter(({ found }) => found).map(({ path }) => path),
    ["bytes of copy.txt", "bytes of left.bin"],
  );
});

test("of a text that Loci keeps itself the passage goes, and with the last of it the source, and its name", async (t) => {
  const home = join(temporaryFolder(t), "home");
  const loci = await openLoci({
    home,
    settings: { embedding: { provider: "none" } },
  });
  t.after(() => loci.close());
  const project = await loci.project("p");
  const text = "The vault opens with zanzibaritone.\n";
  await project.addDocument(
    { name: "zanzibaritone-vault.md", bytes: new TextEncoder().encode(text) },
    { scope: "admin" },
  );
  await project.indexText(
    { name: "piped", text: `# One\n\nThis stays.\n\n# Two\n\n${text}So it says.\n` },
    { scope: "admin" },
  );
  const { matches, proof } = await project.forget("opens with zanzibaritone", { yes: true });
  assert.deepEqual(
    matches.map(({ goes }) => goes),
    [true, true],
  );
  assert.equal(proof?.clean, true);
  assert.deepEqual((await project.search("zanzibaritone", { mode: "lexical" })).hits, []);
  assert.equal((await project.search("stays", { mode: "lexical" })).hits.length, 1);
  assert.equal((await project.sources()).length, 1);
  assert.deepEqual(filesWith(home, "zanzibaritone"), []);
  assert.ok((await project.jobs()).length > 1, "that something was done is still known");
});

test("facts that hold the words go with them, for those whom they belong to, and leave no trace", async (t) => {
  const home = join(temporaryFolder(t), "home");
  const loci = await openLoci({ home, settings: { embedding: { provider: "none" } } });
  t.after(() => loci.close());
  const project = await loci.project("p");
  await project.addDrawer({ wing: "w", room: "r", scope: "admin", text: "The gate of the town is made of oak." });
  await project.changeFacts({ op: "put", topic: "Kladno gate code", value: "oboequartz", chat: "c" });
  assert.deepEqual((await project.forget("Kladno gate code", { caller: "user:42", yes: true })).facts, []);
  const [fact] = (await project.forget("oboequartz")).facts;
  assert.match(fact?.why ?? "", /^with its history/u);
  const gone = await project.forget("oboequartz", { yes: true });
  assert.deepEqual([gone.facts.length, gone.proof?.clean], [1, true]);
  assert.deepEqual((await project.forget("oboequartz")).facts, []);
  assert.deepEqual([...filesWith(home, "oboequartz"), ...filesWith(home, "Kladno")], []);
});

test("of a list that words stand in goes what was said in them; what is there now stays where only its past says them", async (t) => {
  const home = join(temporaryFolder(t), "home");
  const loci = await openLoci({ home, settings: { embedding: { provider: "none" } } });
  t.after(() => loci.close());
  const project = await loci.project("p");
  for (const said of [
    "My favorite teas are sencha and assam",
    "Add oboequartz to my favorite teas",
    "Move oboequartz up one in my favorite teas",
    "my gym code is oboeflint22",
    "my gym code is now 3391",
  ])
    await project.tellFacts(said);
  const shown = await project.forget("oboequartz");
  assert.match(shown.facts[0]?.why ?? "", /^what was said in “Add oboequartz/u);
  for (const words of ["oboequartz", "oboeflint22"])
    assert.equal((await project.forget(words, { yes: true })).proof?.clean, true);
  const lists = await project.facts({ kind: "all" });
  assert.deepEqual(
    lists.map(({ topic, items }) => [topic, ...items.map(({ value }) => value)]),
    [
      ["gym code", "3391"],
      ["tea", "sencha", "assam"],
    ],
  );
  assert.deepEqual(filesWith(home, "oboequartz"), []);
  assert.deepEqual(filesWith(home, "oboeflint22"), []);
});

test("another drawer that says a part of what is forgotten is named, wherever the part stands", async (t) => {
  const loci = await openLoci({
    home: join(temporaryFolder(t), "home"),
    settings: { embedding: { provider: "none" } },
  });
  t.after(() => loci.close());
  const project = await loci.project("p");
  const part = "the spare key hangs behind the third barrel next to the old winch";
  const add = async (text: string): Promise<string> =>
    (await project.addDrawer({ wing: "w", room: "r", scope: "admin", text, force: true })).id;
  const id = await add(`Anna told me on Monday, when we met at the mill, that ${part}, and that nobody takes it.`);
  const other = await add(`A list of places. On the boat ${part}. In the house it lies on the shelf.`);
  await add("The winch of the mill hangs behind a barrel, says Anna.");
  // What many sentences say tells nothing of this one.
  await add("Anna told me on Monday, when we met at the market, that bread is dear.");
  const forgotten = await project.forget(id, { yes: true });
  assert.deepEqual(
    forgotten.elsewhere.map(({ id }) => id),
    [other],
  );
});

test("lines of memory.md that hold the words go with them, of the caller's own, and are named", async (t) => {
  const home = join(temporaryFolder(t), "home");
  const loci = await openLoci({ home, settings: { embedding: { provider: "none" } } });
  t.after(() => loci.close());
  const project = await loci.project("p");
  for (const caller of ["owner", "user:7"] as const) {
    await project.addMessage("c", { id: "1", role: "user", text: "Good morning." }, { caller });
    const notes = [`The zanzibaritone is kept by ${caller}.`, "Barges are slow."];
    writeMemory(join(home, "projects", "p"), caller === "owner" ? "admin" : caller, notes);
  }
  const query = "zanzibaritone is kept";
  assert.deepEqual(
    (await project.forget(query)).notes.map(({ scope, text }) => [scope, text]),
    [
      ["admin", "The zanzibaritone is kept by owner."],
      ["user:7", "The zanzibaritone is kept by user:7."],
    ],
  );
  const theirs = await project.forget(query, { caller: "user:7", yes: true });
  assert.deepEqual([theirs.notes.length, theirs.proof?.clean], [1, true]);
  assert.match((await project.chatMemory("c")).text, /zanzibaritone/u);
  assert.equal((await project.forget(query, { yes: true })).proof?.clean, true);
  assert.deepEqual(filesWith(home, "zanzibaritone"), []);
  for (const caller of ["owner", "user:7"] as const)
    assert.match((await project.chatMemory("c", { caller })).text, /^# Memory\n\n- Barges are slow\.\n$/u);
});

test("what a user forgets of his own is no reason to leave anything out of the owner's histories", async (t) => {
  const folder = temporaryFolder(t);
  const loci = await openLoci({ home: join(folder, "home"), settings: { embedding: { provider: "none" } } });
  t.after(() => loci.close());
  const project = await loci.project("p");
  const text = "The harbour ferry leaves from the northern pier at dawn.";
  const history = (session: string): string => {
    const file = join(folder, `${session}.jsonl`);
    writeFileSync(file, `${JSON.stringify({ session, id: session, role: "user", text })}\n`);
    return file;
  };
  await project.mine([history("theirs")], { scope: "user:7" });
  await project.addDrawer({ text, wing: "w", room: "r", force: true }, { caller: "user:7" });
  assert.equal((await project.forget(text, { caller: "user:7", yes: true })).removed.length, 2);
  await project.mine([history("owners")], { scope: "admin" });
  assert.deepEqual(
    (await project.search("harbour ferry")).hits.map(({ scope }) => scope),
    ["admin"],
  );
});

test("a forgotten message of a chat stays forgotten when its application sends it again, whoever forgot it", async (t) => {
  const loci = await openLoci({
    home: join(temporaryFolder(t), "home"),
    settings: { embedding: { provider: "none" } },
  });
  t.after(() => loci.close());
  const project = await loci.project("p");
  for (const caller of ["owner", "user:42"] as const)
    for (const text of ["My favourite tea is zanzibaritone, since the ferry.", "zanzibaritone"]) {
      const chat = `team ${caller} ${text.length}`;
      const message = { id: "m1", role: "user", text };
      assert.equal((await project.addMessage(chat, message, { caller })).added, true);
      const { removed } = await project.forget("zanzibaritone", { caller, yes: true });
      assert.equal(removed.length, 1);
      const again = await project.addMessage(chat, { ...message, text: `${text} ` }, { caller });
      assert.deepEqual([again.added, again.drawers, again.facts], [false, [], null]);
      const listed = await project.chats({ caller });
      assert.ok(listed.chats.every((one) => one.chat !== chat));
      // Said anew, in a message of its own, or instead of what was forgotten.
      assert.equal((await project.addMessage(chat, { ...message, id: "m2" }, { caller })).added, true);
      assert.equal((await project.addMessage(chat, { ...message, text: "Kettles." }, { caller })).added, true);
      await project.forget("zanzibaritone", { caller, yes: true });
    }
});
