import assert from "node:assert/strict";
import { join } from "node:path";
import { test } from "node:test";
import { type Loci, openLoci, type Project } from "../../src/index.ts";
import { temporaryFolder, writeNotes } from "./notes.fixture.ts";

const NOTES = Object.fromEntries(
  Array.from({ length: 60 }, (_, i) => [
    `${i}.md`,
    `# Pier ${i}\n\nThe lantern of pier ${i} is lit at ${i % 24}:00.\n`,
  ]),
);

for (const [what, close] of [
  ["a project", (_: Loci, project: Project) => project.close()],
  ["the data folder", (loci: Loci) => loci.close()],
] as const)
  test(`closing ${what} cancels a run, which keeps what it wrote`, async (t) => {
    const folder = temporaryFolder(t);
    writeNotes(join(folder, "notes"), NOTES);
    const batch = { drawers: 5, bytes: 10_000 };
    const loci = await openLoci({ home: join(folder, "home"), batch });
    t.after(() => loci.close());
    const project = await loci.project("p");
    let closed: Promise<void> | null = null;
    const job = await project.index([join(folder, "notes")], {
      scope: "kb",
      onProgress: ({ files: { done } }) => {
        if (done >= 20) closed ??= close(loci, project);
      },
    });
    assert.equal(job.status, "cancelled");
    await closed;
    await project.close();
    const again = await openLoci({ home: join(folder, "home"), batch });
    t.after(() => again.close());
    const reopened = await again.project("p");
    assert.equal((await reopened.job(job.id))?.status, "cancelled");
    assert.ok((await reopened.status()).counts.drawers > 0);
    assert.equal((await reopened.index([])).status, "done");
    assert.equal((await reopened.status()).counts.documents, 60);
  });
