import assert from "node:assert/strict";
import { join } from "node:path";
import { test } from "node:test";
import { temporaryFolder, writeNotes } from "../../../test/e2e/notes.fixture.ts";
import { openLoci } from "../../engine/open-loci.ts";

test("a user who hands a document over is told the total of what he sees, the owner that of all", async (t) => {
  const folder = temporaryFolder(t);
  const loci = await openLoci({ home: join(folder, "home"), settings: { embedding: { provider: "none" } } });
  t.after(() => loci.close());
  const project = await loci.project("p");
  for (const [place, scope] of [
    ["all", "kb"],
    ["own", "admin"],
    ["other", "user:y"],
  ] as const) {
    writeNotes(join(folder, place), { "note.md": `# ${place}\n\nThe port of ${place} is open on Sunday.\n` });
    await project.index([join(folder, place)], { scope });
  }
  const bytes = new TextEncoder().encode("# Mine\n\nThe gondola leaves at nine on Monday.\n");
  const his = await project.addDocument({ name: "mine.md", bytes }, { caller: "user:x" });
  assert.deepEqual([his.drawers.added, his.drawers.total], [1, 2]);
  const owners = await project.addDocument({ name: "own.md", bytes }, { scope: "admin" });
  assert.equal(owners.drawers.total, 5);
});

test("documents of one name in two folders are two documents", async (t) => {
  const loci = await openLoci({
    home: join(temporaryFolder(t), "home"),
    settings: { embedding: { provider: "none" } },
  });
  t.after(() => loci.close());
  const project = await loci.project("p");
  for (const month of ["jan", "feb"]) {
    const bytes = new TextEncoder().encode(`# ${month}\n\nThe gondola of ${month} leaves at nine.\n`);
    const { drawers } = await project.addDocument({ name: `../${month}\\report.md`, bytes }, { caller: "user:x" });
    assert.equal(drawers.removed, 0);
  }
  const { hits } = await project.search("gondola", { caller: "user:x" });
  assert.deepEqual(hits.map(({ source }) => source.name).sort(), ["feb-report.md", "jan-report.md"]);
});
