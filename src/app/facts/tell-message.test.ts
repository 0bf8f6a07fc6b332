import assert from "node:assert/strict";
import { test } from "node:test";
import { openLoci } from "../../index.ts";
import { temporaryFolder } from "../../../test/e2e/notes.fixture.ts";

test("a user's message feeds facts, what can't be read is shown beside them, and a secret stands in its fact alone", async (t) => {
  const loci = await openLoci({ home: temporaryFolder(t) });
  t.after(() => loci.close());
  const project = await loci.project("p");
  const say = async (id: string, text: string, time: string) =>
    await project.addMessage("a", { id, role: "user", text, time });
  const told = await say("1", "my gym code is 2208", "2026-05-03T10:00:00Z");
  assert.deepEqual([told.facts?.changed, told.facts?.text], [true, "Your gym code is 2208."]);
  assert.equal((await say("2", "See you at the harbour.", "2026-05-04T10:00:00Z")).facts, null);
  await say("3", "heads up, new code at the gym from monday, starts with 33", "2026-05-12T10:00:00Z");
  const asked = await project.facts.ask("what's my gym code?");
  assert.match(asked.text, /2208, said on 3 May.*Later it was said: “.*starts with 33”/u);
  assert.equal(asked.later?.length, 1);
  assert.equal(
    (await say("4", "My wifi password is hunter2#", "2026-05-13T10:00:00Z")).facts?.items[0]?.value,
    "hunter2#",
  );
  const { hits } = await project.search("wifi password hunter2#");
  assert.ok(hits.every(({ text }) => !text.includes("hunter2")));
});

test("what is to be remembered is kept, as a fact or as a note that search finds", async (t) => {
  const loci = await openLoci({ home: temporaryFolder(t) });
  t.after(() => loci.close());
  const project = await loci.project("p");
  assert.equal((await project.facts.tell("Remember that the staging port is 8443")).items[0]?.value, "8443");
  const told = await project.facts.tell("Remember that the spare key is under the fern pot");
  assert.deepEqual([told.reason, told.changed], ["remembers", true]);
  const { hits } = await project.search("where is the spare key?");
  assert.match(hits[0]?.text ?? "", /under the fern pot/u);
  const hidden = await project.facts.tell("remember my server: the password is hunter2#xyz and ssh -p 22");
  assert.deepEqual([hidden.changed, hidden.text.includes("isn't kept")], [false, true]);
});
