import assert from "node:assert/strict";
import { cpSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, test } from "node:test";
import { openMemorySearchIndex } from "../contract/reference/open-search-index.ts";
import { openSqliteSearchIndex } from "../../src/storage/sqlite/open-search-index.ts";
import { FORMAT_VERSION } from "../../src/storage/sqlite/schema.ts";
import { everyAnswer, outcome } from "../contract/search-index/histories.ts";
import { sampleDocument, sampleQuery, vectorFromText, vectorOf, words } from "../contract/search-index/sample.ts";
import { fileOf, HISTORY, IDENTITY } from "./index-history.ts";

const folder = mkdtempSync(join(tmpdir(), "loci-formats-"));
after(() => rmSync(folder, { recursive: true }));

for (let format = 1; format <= FORMAT_VERSION; format++) test(`an index of format ${format} opens, answers as it did, and can be written to`, async () => {
  const path = join(folder, `index-${format}.sqlite`);
  cpSync(fileOf(format), path);
  const index = await openSqliteSearchIndex(path);
  const reference = openMemorySearchIndex();
  for (const change of HISTORY) await reference.apply(change);
  const queries = [
    sampleQuery({ terms: words("migrat", "login"), vector: vectorOf(vectorFromText("question")) }),
    sampleQuery({ visible: ["kb"], terms: words("migrat", "getusernam"), filter: { wings: ["docs"] } }),
    sampleQuery({ visible: ["kb", "user:42"], terms: words("migrat"), phrases: [["login", "migrat"]] }),
  ];
  try {
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
    const later = [...HISTORY, change];
    assert.deepEqual(await everyAnswer(index, queries, outcome(later)), await everyAnswer(reference, queries, outcome(later)));
    assert.deepEqual(await index.check(true), []);
  } finally {
    await index.close();
  }
});
