import assert from "node:assert/strict";
import { mkdirSync, readdirSync, rmSync, writeFileSync } from "node:fs";
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

test("a first run that was cancelled before it stored anything stays cancelled until it is asked for again", async (t) => {
  const folder = temporaryFolder(t);
  const notes = join(folder, "notes");
  mkdirSync(notes);
  for (let i = 0; i < 20; i++) writeFileSync(join(notes, `${i}.md`), `# Note ${i}\n\nWords of ${i}.`);
  const loci = await openLoci({ home: join(folder, "home") });
  t.after(() => loci.close());
  const project = await loci.project("p");
  const ending = new AbortController();
  const onProgress = (): void => ending.abort();
  await project.index([notes], { scope: "kb", signal: ending.signal, onProgress });
  const { index } = await project.status();
  assert.equal(index.state, "ready", index.detail);
  const { hits, notes: said } = await project.search("words", { limit: 5 });
  assert.deepEqual([hits.length, said.map(({ code }) => code).includes("INDEX_REBUILT")], [0, false]);
  assert.equal((await project.status()).counts.documents, 0, "a search begins no run");
  const again = await project.index([notes], { scope: "kb" });
  assert.deepEqual([again.status, again.files.indexed], ["done", 20]);
  assert.deepEqual(again.notes, []);
});

test("making a lost index again shows how far it is, ends when it is told to, and is gone on with", async (t) => {
  const folder = temporaryFolder(t);
  const [notes, home] = [join(folder, "notes"), join(folder, "home")];
  mkdirSync(notes);
  for (let i = 0; i < 20; i++) writeFileSync(join(notes, `${i}.md`), `# Note ${i}\n\nWords of ${i}.`);
  const first = await openLoci({ home });
  await (await first.project("p")).index([notes], { scope: "kb" });
  await first.close();
  for (const name of readdirSync(join(home, "projects", "p")))
    if (name.startsWith("index.")) rmSync(join(home, "projects", "p", name));
  const ending = new AbortController();
  const shown: (number | null)[] = [];
  const stopped = await openLoci({
    home,
    waiting: {
      ending: ending.signal,
      onRefill(progress) {
        shown.push(progress?.files.total ?? null);
        if (progress?.phase === "reading") ending.abort();
      },
    },
  });
  const project = await stopped.project("p");
  await assert.rejects(project.search("words"), { name: "AbortError" });
  await stopped.close();
  assert.ok(shown.includes(20), String(shown));
  assert.equal(shown.at(-1), null, "its end is told");
  const next = await openLoci({ home });
  t.after(() => next.close());
  const { hits, notes: said } = await (await next.project("p")).search("words", { limit: 5 });
  assert.equal(hits.length, 5);
  assert.match(said.find(({ code }) => code === "INDEX_REBUILT")?.message ?? "", /had been interrupted/u);
});
