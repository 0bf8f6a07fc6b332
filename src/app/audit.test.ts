import assert from "node:assert/strict";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test, type TestContext } from "node:test";
import { openLoci, type Project } from "../index.ts";
import { contentHash } from "../text/content-hash.ts";
import { OPERATIONS } from "../operations/project.ts";

type Placed = Parameters<Project["addTunnel"]>[0];

async function harbour(t: TestContext): Promise<Project> {
  const home = mkdtempSync(join(tmpdir(), "loci-audit-"));
  const loci = await openLoci({ home });
  t.after(async () => {
    await loci.close();
    rmSync(home, { recursive: true, force: true });
  });
  return await loci.project("harbour");
}

test("the audit trail says who told, changed, added and handed over, and nothing of what", async (t) => {
  const project = await harbour(t);
  const caller = "user:77";
  await project.addMessage("talk", { id: "1", role: "user", text: "The violet lantern." }, { caller });
  await project.addDocument({ name: "notes.md", bytes: new TextEncoder().encode("# Violet\n") }, { caller });
  await project.tellFacts("My favourite colour is violet.", { caller });
  await project.changeFacts({ op: "add", topic: "colours", values: ["violet"] }, { caller });
  const own = (await project.audit()).filter((entry) => entry.caller === caller);
  assert.deepEqual(own.map(({ action }) => action).sort(), [
    "addDocument",
    "changeFacts",
    "job.end",
    "job.start",
    "message.add",
    "tellFacts",
  ]);
  assert.doesNotMatch(JSON.stringify(own), /violet|lantern/i);
  assert.equal(own.find(({ action }) => action === "addDocument")?.object, contentHash("notes.md"));
  await project.forget("violet", { caller, yes: true });
  const latest = (await project.audit()).filter((entry) => entry.caller === caller).slice(0, 3);
  assert.deepEqual(new Set(latest.map(({ action }) => action)), new Set(["fact.forget", "drawer.forget"]));
});

test("what one call does is one entry, by who called: a chat or a document that goes takes its source along", async (t) => {
  const project = await harbour(t);
  const document = (name: string) => ({ name, bytes: new TextEncoder().encode("# Violet\n\nThe lantern is lit.\n") });
  const entered = async (caller: string, work: () => Promise<unknown>): Promise<readonly string[]> => {
    const before = (await project.audit()).length;
    await work();
    const all = await project.audit({ limit: 1_000 });
    return all.slice(0, all.length - before).map((entry) => {
      assert.equal(entry.caller, caller, entry.action);
      return entry.action;
    });
  };
  for (const caller of ["user:77", "owner"] as const) {
    const scope = caller === "owner" ? { scope: "kb" } : {};
    await project.addMessage("talk", { id: "1", role: "user", text: "The violet lantern." }, { caller });
    assert.deepEqual(await entered(caller, () => project.deleteChat("talk", { caller })), ["chat.delete"]);
    let key = "";
    const upload = async () => {
      key = (await project.addDocument(document(`${caller.slice(0, 4)}.md`), { ...scope, caller }))
        .sources[0] as string;
    };
    assert.deepEqual((await entered(caller, upload)).toSorted(), ["addDocument", "job.end", "job.start"]);
    assert.deepEqual(await entered(caller, () => project.removeDocument(key, { caller })), ["removeDocument"]);
    const again = await project.addDocument(document("again.md"), { ...scope, caller });
    const gone = () => project.removeSource(again.sources[0] as string);
    assert.deepEqual(await entered("owner", gone), ["removeSource"]);
  }
});

/** What only reads, or notes by itself what it showed. */
const READS =
  "search expand drawerSource inject sessionBrief verify taxonomy graph wings rooms tunnels traverse compareHall closets wakeUp sessions standing " +
  "drawers outline timeline checkDuplicate today askFacts factByRank factList facts chatMemory messageDrawers chats chatMessages sources sourceFiles " +
  "drawersBySource jobs job status changes audit spend doctor";

test("every operation that changes something is entered, by who called; one that only looks is not", async (t) => {
  const project = await harbour(t);
  const docs = mkdtempSync(join(tmpdir(), "loci-audit-docs-"));
  t.after(() => rmSync(docs, { recursive: true, force: true }));
  writeFileSync(join(docs, "a.md"), "# Violet\n\nThe lantern is lit.\n\n# Harbour\n\nThe boat is red.\n");
  const line = { session: "s", id: "1", role: "user", text: "The pier is long." };
  writeFileSync(join(docs, "talk.jsonl"), JSON.stringify(line));
  const document = { name: "oak.md", bytes: new TextEncoder().encode("# Oak\n\nAn acorn fell.\n") };
  const [violet, harboured] = ["violet", "harbour"].map((room) => ({ wing: "one", room })) as [Placed, Placed];
  let handed = "";
  const own = async (text: string): Promise<readonly string[]> => [(await project.addDrawer({ text })).id];
  const changes: Readonly<Record<string, () => Promise<unknown>>> = {
    index: () => project.index([join(docs, "a.md")], { scope: "kb", wing: "one" }),
    indexText: () => project.indexText({ name: "pears", text: "Pears are ripe." }, { scope: "kb" }),
    mine: () => project.mine([join(docs, "talk.jsonl")], { scope: "kb" }),
    addDrawer: () => own("The spare key is under the fern."),
    ask: () => project.ask("is the lantern lit?", { chat: "c" }),
    addMessage: () => project.addMessage("c", { id: "1", role: "user", text: "The gull cries." }),
    tellFacts: () => project.tellFacts("My favourite colour is violet."),
    changeFacts: () => project.changeFacts({ op: "add", topic: "colours", values: ["red"] }),
    forgetChatFacts: () => project.forgetChatFacts("none"),
    clearChatMemory: () => project.clearChatMemory("c"),
    correct: () => project.correct("rename-room", { from: "violet", to: "light" }),
    addTunnel: () => project.addTunnel(violet, harboured),
    removeTunnel: () => project.removeTunnel(violet, harboured),
    addDocument: async () => (handed = (await project.addDocument(document, { scope: "kb" })).sources[0] as string),
    removeDocument: () => project.removeDocument(handed),
    forget: () => project.forget("The gull cries", { yes: true }),
    forgetDrawers: async () => project.forgetDrawers(await own("The oar is broken."), { yes: true }),
    deleteChat: () => project.deleteChat("c"),
    recordAccess: async () => project.recordAccess("cited", await own("The mast is new.")),
    compact: () => project.compact(),
    secrets: () => project.secrets({ scrub: true }),
    rebuild: () => project.rebuild(),
    removeSource: async () => project.removeSource((await project.sources())[0]?.key as string),
  };
  // Each with a suite of its own: they need a model, an agent's transcript, old files, a server.
  const elsewhere = ["flush", "recordSession", "retention", "migrateModel", "move"];
  assert.deepEqual(
    Object.keys(OPERATIONS).toSorted(),
    [...READS.split(" "), ...Object.keys(changes), ...elsewhere].toSorted(),
    "an operation is missing: does it change something?",
  );
  for (const [name, change] of Object.entries(changes)) {
    const before = (await project.audit({ limit: 1_000 })).length;
    await change();
    assert.ok((await project.audit({ limit: 1_000 })).length > before, name);
  }
  const before = (await project.audit({ limit: 1_000 })).length;
  await project.secrets();
  await project.forget("lantern");
  assert.equal((await project.audit({ limit: 1_000 })).length, before);
});
