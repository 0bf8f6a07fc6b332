import assert from "node:assert/strict";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test, type TestContext } from "node:test";
import { openLoci, type Project } from "../index.ts";

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
  assert.equal(own.find(({ action }) => action === "addDocument")?.object, "notes.md");
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
