import assert from "node:assert/strict";
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import test from "node:test";
import { temporaryFolder } from "../../test/e2e/notes.fixture.ts";
import { openLoci } from "../engine/open-loci.ts";

test("an interrupted run counts the files that it has stored, whenever it was interrupted", async (t) => {
  const folder = temporaryFolder(t);
  const notes = join(folder, "notes");
  mkdirSync(notes);
  for (let i = 0; i < 60; i++) writeFileSync(join(notes, `${i}.md`), `# Note ${i}\n\n${`Words of ${i}. `.repeat(200)}`);
  for (const after of [1, 20, 45]) {
    const loci = await openLoci({ home: join(folder, `home-${after}`) });
    t.after(() => loci.close());
    const project = await loci.project("p");
    const ending = new AbortController();
    const { status, files } = await project.index([notes], {
      scope: "kb",
      signal: ending.signal,
      onProgress: (progress) => progress.files.done >= after && ending.abort(),
    });
    assert.equal(status, "cancelled");
    assert.equal(files.indexed, (await project.status()).counts.documents, `after ${after}`);
  }
});
