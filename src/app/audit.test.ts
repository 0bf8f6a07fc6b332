import assert from "node:assert/strict";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import { openLoci } from "../index.ts";

test("the audit trail says who told, changed, added and handed over, and nothing of what", async (t) => {
  const home = mkdtempSync(join(tmpdir(), "loci-audit-"));
  const loci = await openLoci({ home });
  t.after(async () => {
    await loci.close();
    rmSync(home, { recursive: true, force: true });
  });
  const project = await loci.project("harbour");
  const caller = "user:77";
  await project.addMessage("talk", { id: "1", role: "user", text: "The violet lantern." }, { caller });
  await project.addDocument({ name: "notes.md", bytes: new TextEncoder().encode("# Violet\n") }, { caller });
  await project.tellFacts("My favourite colour is violet.", { caller });
  await project.changeFacts({ op: "add", topic: "colours", values: ["violet"] }, { caller });
  const own = (await project.audit()).filter((entry) => entry.caller === caller);
  assert.deepEqual(own.map(({ action }) => action).sort(), ["addDocument", "changeFacts", "message.add", "tellFacts"]);
  assert.doesNotMatch(JSON.stringify(own), /violet|lantern/i);
  assert.equal(own.find(({ action }) => action === "addDocument")?.object, "notes.md");
  await project.forget("violet", { caller, yes: true });
  const latest = (await project.audit()).filter((entry) => entry.caller === caller).slice(0, 3);
  assert.deepEqual(new Set(latest.map(({ action }) => action)), new Set(["fact.forget", "drawer.forget"]));
});
