import assert from "node:assert/strict";
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { openLoci } from "../../src/index.ts";
import { temporaryFolder } from "./notes.fixture.ts";

const CLAIMS = ["kb", "admin", "user:43", "user:42\nscope: kb", "nonsense"];

test("what a user uploads stays in his own scope, whatever its front matter says", async (t) => {
  const loci = await openLoci({ home: join(temporaryFolder(t), "home") });
  t.after(() => loci.close());
  const project = await loci.project("p");
  for (const [i, claim] of CLAIMS.entries()) {
    const bytes = new TextEncoder().encode(
      `---\nscope: ${claim}\ntitle: Canary ${i}\n---\n\n# Canary\n\nThe zanzibar canary number ${i} sings.\n`,
    );
    const job = await project.addDocument({ name: `canary-${i}.md`, bytes }, { caller: "user:42" });
    assert.equal(job.status, "done");
    assert.ok(claim.includes("\n") || job.notes.some(({ code }) => code === "SCOPE_IGNORED"), claim);
  }
  for (const caller of ["public", "user:43"] as const)
    assert.deepEqual((await project.search("zanzibar canary", { caller })).hits, [], caller);
  await project.rebuild();
  for (const caller of ["public", "user:43"] as const)
    assert.deepEqual((await project.search("zanzibar canary", { caller })).hits, [], caller);
  const own = (await project.search("zanzibar canary", { caller: "user:42" })).hits;
  assert.equal(own.length, CLAIMS.length);
  assert.ok(own.every(({ scope }) => scope === "user:42"));
});

test("front matter narrows the owner's scope, and never widens it", async (t) => {
  const folder = temporaryFolder(t);
  const notes = join(folder, "notes");
  mkdirSync(notes);
  writeFileSync(join(notes, "private.md"), "---\nscope: admin\n---\nThe marmalade recipe.\n");
  for (const scope of ["kb", "user:42"] as const) {
    const home = join(folder, `home-${scope.replace(":", "-")}`);
    const loci = await openLoci({ home });
    const project = await loci.project("p");
    writeFileSync(join(notes, "wide.md"), "---\nscope: admin\n---\nMarmalade for everyone.\n");
    await project.index([notes], { scope });
    assert.deepEqual((await project.search("marmalade", { caller: "public" })).hits, [], scope);
    await loci.close();
  }
  const loci = await openLoci({ home: join(folder, "home-narrow") });
  t.after(() => loci.close());
  const project = await loci.project("p");
  writeFileSync(join(notes, "wide.md"), "---\nscope: kb\n---\nMarmalade for everyone.\n");
  const job = await project.index([notes], { scope: "admin" });
  assert.deepEqual(
    job.notes.map(({ code }) => code),
    ["SCOPE_IGNORED"],
  );
  assert.deepEqual((await project.search("marmalade", { caller: "public" })).hits, []);
});
