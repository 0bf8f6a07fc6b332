import assert from "node:assert/strict";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { test } from "node:test";
import { sampleDocument } from "../../../../test/contract/search-index/sample.ts";
import { type DrawerRecord, PassageReader } from "../drawers/passage-reader.ts";
import { openSqliteSearchIndex } from "../open-search-index.ts";
import { partStore } from "../segment/part-store.ts";
import { BoundedCache } from "../../../caches/bounded-cache.ts";
import { PostingsCache } from "../segment/postings-cache.ts";
import { segmentSet } from "../segment/segment-set.ts";
import { checkIndex } from "./check-index.ts";

/** As if the rules by which texts become terms were others than when the index was written. */
class OtherRules extends PassageReader {
  override record(document: number, position: number): DrawerRecord {
    const record = super.record(document, position);
    return JSON.parse(JSON.stringify(record).replaceAll("apple", "quince")) as DrawerRecord;
  }
}

test("postings of sources that another version made are no fault, those of the others are", async (t) => {
  const folder = mkdtempSync(join(tmpdir(), "loci-check-"));
  t.after(() => rmSync(folder, { recursive: true }));
  const path = join(folder, "index.sqlite");
  const index = await openSqliteSearchIndex(path);
  const { document } = sampleDocument({ path: "a.md", drawers: ["an apple"] });
  await index.apply({ put: [sampleDocument({ path: "a.md", drawers: ["an apple"] })], remove: [] });
  assert.deepEqual(await index.check(true, new Set()), []);
  await index.close();

  const database = new DatabaseSync(path);
  t.after(() => database.close());
  const segments = segmentSet(database, {
    parts: partStore(database, "parts"),
    pages: new BoundedCache(0),
    rows: new BoundedCache(0),
    postings: new PostingsCache(0),
    onSize: () => undefined,
  });
  segments.refresh();
  const source = { database, segments, passages: new OtherRules(partStore(database, "passages")) };
  const found = (current?: ReadonlySet<string>): readonly string[] =>
    checkIndex(source, true, current).map(({ what }) => what);
  assert.equal(found().length, 1);
  assert.match(found()[0] as string, /is not found by its own words/);
  assert.deepEqual(found(new Set([document.source])), found());
  assert.deepEqual(found(new Set(["another"])), []);
});
