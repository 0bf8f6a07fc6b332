import assert from "node:assert/strict";
import { cpSync, rmSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { openLoci } from "../../src/index.ts";
import { openMemorySearchIndex } from "../contract/reference/open-search-index.ts";
import { openSqliteSearchIndex } from "../../src/storage/sqlite/open-search-index.ts";
import { FORMAT_VERSION } from "../../src/storage/sqlite/schema.ts";
import { everyAnswer, outcome } from "../contract/search-index/histories.ts";
import { sampleDocument, sampleQuery, vectorFromText, vectorOf, words } from "../contract/search-index/sample.ts";
import { note, temporaryFolder, writeNotes } from "../e2e/notes.fixture.ts";
import { fileOf, HISTORY, IDENTITY } from "./index-history.ts";

test("an index of this format opens, answers as it did, and can be written to", async (t) => {
  const path = join(temporaryFolder(t), "index.sqlite");
  cpSync(fileOf(FORMAT_VERSION), path);
  const index = await openSqliteSearchIndex(path);
  t.after(() => index.close());
  const reference = openMemorySearchIndex();
  for (const change of HISTORY) await reference.apply(change);
  const queries = [
    sampleQuery({ terms: words("migrat", "login"), vector: vectorOf(vectorFromText("question")) }),
    sampleQuery({ visible: ["kb"], terms: words("migrat", "getusernam"), filter: { wings: ["docs"] } }),
    sampleQuery({ visible: ["kb", "user:42"], terms: words("migrat"), phrases: [["login", "migrat"]] }),
  ];
  assert.deepEqual(await index.check(true), []);
  assert.equal(await index.modelIdentity(), IDENTITY);
  assert.equal(await index.sequence(), 4);
  assert.deepEqual(await index.counts("all"), { documents: 6, drawers: 8, vectors: 7, tokens: 70, textBytes: 417 });
  assert.deepEqual(await index.contains(["migrat", "getusernam", "replac", "gone"], "all"), [true, true, true, false]);
  const writes = outcome(HISTORY);
  assert.deepEqual(await everyAnswer(index, queries, writes), await everyAnswer(reference, queries, writes));
  const change = { put: [sampleDocument({ path: "guide.md", drawers: ["a migration that ended"] })], remove: [] };
  await index.apply(change);
  await reference.apply(change);
  await index.settle();
  const later = outcome([...HISTORY, change]);
  assert.deepEqual(await everyAnswer(index, queries, later), await everyAnswer(reference, queries, later));
  assert.deepEqual(await index.check(true), []);
});

for (const format of [1, 5, 6]) {
  test(`an index of format ${format} is made again from the files when it is first used`, async (t) => {
    const folder = temporaryFolder(t);
    const [home, notes] = [join(folder, "home"), join(folder, "notes")];
    writeNotes(notes, { "a.md": note(1), "b.md": note(2) });
    const before = await openLoci({ home });
    await (await before.project("p")).index([notes], { scope: "kb" });
    await before.close();
    const path = join(home, "projects", "p", "index.sqlite");
    for (const suffix of ["", "-wal", "-shm"]) rmSync(path + suffix, { force: true });
    cpSync(fileOf(format), path);
    const loci = await openLoci({ home });
    t.after(() => loci.close());
    const project = await loci.project("p");
    const { hits, notes: said } = await project.search("note 2");
    assert.ok(hits.length > 0);
    const told = said.map(({ message }) => message).join();
    assert.match(told, new RegExp(`made again from the files .*format ${format}`));
    assert.doesNotMatch(told, /damaged/);
    assert.deepEqual(
      (await project.doctor({ deep: true })).filter(({ severity }) => severity === "error"),
      [],
    );
  });
}
