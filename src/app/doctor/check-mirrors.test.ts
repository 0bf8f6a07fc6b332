import assert from "node:assert/strict";
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { temporaryFolder } from "../../../test/e2e/notes.fixture.ts";
import { openLoci } from "../../engine/open-loci.ts";

test("a list's file that was cut off anywhere changes nothing, is kept aside and said by doctor", async (t) => {
  const home = temporaryFolder(t);
  const loci = await openLoci({ home, settings: { embedding: { provider: "none" } } });
  t.after(() => loci.close());
  const project = await loci.project("p");
  await project.facts.tell("My favorite colors are 1) Blue, 2) Red, 3) Green", { messageId: "m1" });
  const folder = join(home, "projects", "p", "facts");
  const [file = ""] = readdirSync(folder);
  const whole = readFileSync(join(folder, file), "utf8");
  const values = async (): Promise<readonly string[]> =>
    (await project.facts.show("colors")).items.map(({ value }) => value);
  const doctor = async (): Promise<readonly string[]> =>
    (await project.doctor()).filter(({ check }) => check === "facts").map(({ what }) => what);
  assert.deepEqual(await values(), ["Blue", "Red", "Green"]);
  assert.deepEqual(await doctor(), []);

  const header = whole.indexOf("\n");
  let cuts = 0;
  for (let length = header + 1; length < whole.trimEnd().length; length += 23) {
    writeFileSync(join(folder, file), whole.slice(0, length));
    if (cuts++ === 0) assert.match((await doctor())[0] ?? "", /refused: .*cut off/);
    assert.deepEqual(await values(), ["Blue", "Red", "Green"], `cut at ${length}`);
    assert.equal(readFileSync(join(folder, file), "utf8"), whole);
  }
  const aside = readdirSync(folder).filter((name) => name.includes(".rejected"));
  assert.equal(aside.length, cuts);
  assert.equal((await doctor()).length, cuts);
  assert.match((await doctor())[0] ?? "", /cut off and is kept aside/);
  // A change by hand still counts.
  writeFileSync(join(folder, file), whole.replace("Red", "Teal"));
  assert.deepEqual(await values(), ["Blue", "Teal", "Green"]);
});
