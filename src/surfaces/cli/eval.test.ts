import assert from "node:assert/strict";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { type Sandbox, sandbox } from "./spawn-loci.fixture.ts";

const FILES = {
  "notes/deploy.md": "# Deploy\n\nStaging listens on port 8443 behind the proxy.\n",
  "notes/bees.md": "# Bees\n\nSmoke the hive before opening it.\n",
};

let box: Sandbox;
before(async () => {
  box = sandbox(FILES);
  const { status, err } = await box.loci(["index", "notes", "--scope", "kb"]);
  assert.equal(status, 0, err);
});
after(() => box.remove());

test("own questions are added and asked", async () => {
  const none = await box.loci(["eval", "--json"]);
  assert.deepEqual([none.status, none.json().error.code], [1, "DATA_NOT_FOUND"]);
  const added = await box.loci(["eval", "add", "which port does staging use?", join("notes", "deploy.md")]);
  assert.deepEqual([added.status, added.err], [0, ""]);
  assert.match(added.out, /^added: which port does staging use\? → deploy\.md\n/);
  assert.equal((await box.loci(["eval", "add", '"8443"', "bees.md"])).status, 0);
  // The same question counts once.
  const again = await box.loci(["eval", "add", " which port  does staging use?", "deploy.md"]);
  assert.match(again.out, /^there already: which port does staging use\? → deploy\.md\n/);
  const asked = await box.loci(["eval", "--failures"]);
  assert.deepEqual([asked.status, asked.err], [0, ""]);
  assert.match(asked.out, /^2 questions: answered by the first hit 50\.0 %, by one of five 50\.0 %/);
  assert.ok(asked.out.endsWith('\n\nfailed:\n  default/questions.md:2  "8443"\n'), asked.out);
  const { counts, failures } = (await box.loci(["eval", "--json"])).json();
  assert.deepEqual([counts, failures], [{ questions: 2, leftOut: 0 }, undefined]);
  const shut = await box.loci(["eval", "--as", "public", "--json"]);
  assert.deepEqual([shut.status, shut.json().error.code], [2, "FORBIDDEN"]);
  const wrong = await box.loci(["eval", "mine", "--json"]);
  assert.deepEqual([wrong.status, wrong.json().error.code], [2, "USAGE"]);
});
