import assert from "node:assert/strict";
import { readdirSync, readFileSync, rmSync, writeFileSync, mkdirSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { openLoci } from "../../src/index.ts";
import { temporaryFolder } from "./notes.fixture.ts";

test("a word of a deleted file is said by doctor, and gone from the index's file after compacting", async (t) => {
  const root = temporaryFolder(t);
  const home = join(root, "home");
  const notes = join(root, "notes");
  mkdirSync(notes);
  for (let i = 0; i < 20; i++)
    writeFileSync(join(notes, `${i}.md`), `# Note ${i}\n\nThe heron of number ${i} nests.\n`);
  writeFileSync(join(notes, "gone.md"), "# Gone\n\nThe zanzibaritone stands here.\n");
  const loci = await openLoci({ home, settings: { embedding: { provider: "none" } } });
  t.after(() => loci.close());
  const project = await loci.project("p");
  await project.index([notes], { scope: "kb" });
  rmSync(join(notes, "gone.md"));
  await project.index([notes], { scope: "kb" });
  const said = async (): Promise<boolean> =>
    (await project.doctor()).some(({ what }) => /removed drawers? may still be read/u.test(what));
  assert.equal(await said(), true);
  await project.compact();
  assert.equal(await said(), false);
  const holding = readdirSync(join(home, "projects/p"), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .filter((file) => readFileSync(file).includes("zanzibaritone"));
  assert.deepEqual(holding, []);
});
