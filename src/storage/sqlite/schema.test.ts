import assert from "node:assert/strict";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { test } from "node:test";
import { sampleDocument, vectorFromText, vectorOf } from "../../../test/contract/search-index/sample.ts";
import { temporaryFolder } from "../../../test/e2e/notes.fixture.ts";
import { openSqliteSearchIndex } from "./open-search-index.ts";
import { codeSegments } from "./schema.ts";
import { partStore, Part, partKey } from "./segment/part-store.ts";
import { SegmentRecords } from "./segment/segment-records.ts";

const DIMENSION = 32;
const DRAWERS = 100;
const SEGMENT = 1;

/** An index of one segment; from how many drawers on it is large. */
async function made(path: string, codedFrom: number): Promise<void> {
  const index = await openSqliteSearchIndex(path, { codedFrom, codedScope: 1 });
  const drawers = Array.from({ length: DRAWERS }, (_, i) => {
    const values = Array.from(
      { length: DIMENSION },
      (__, k) => vectorOf(vectorFromText(`${i} ${k % 4}`)).components[k % 8] as number,
    );
    return { text: `passage ${i}`, vector: i % 9 === 4 ? null : values };
  });
  await index.apply({ put: [sampleDocument({ path: "a.md", drawers })], remove: [] });
  await index.close();
}

const partsOf = (database: DatabaseSync): readonly unknown[] =>
  database.prepare("SELECT place, crc, hex(body) AS body FROM parts ORDER BY place").all();

/** Lays the segment out as format 3 had it. */
function asFormat3(database: DatabaseSync): void {
  const parts = partStore(database, "parts");
  const records = new SegmentRecords(SEGMENT, DIMENSION, { parts, rows: null });
  const norms = records.norms(DRAWERS);
  const [ids, vectors] = [records.ids(DRAWERS), Buffer.concat([0, 1].map((page) => records.vectors(page)))];
  parts.remove(partKey(SEGMENT, Part.records), partKey(SEGMENT, Part.idHeads, 1));
  parts.write(partKey(SEGMENT, Part.ids), ids);
  parts.write(partKey(SEGMENT, Part.norms), new Uint8Array(norms.buffer));
  // Of other drawers a page than records have.
  for (let page = 0, from = 0; from < DRAWERS; page++, from += 50)
    parts.write(partKey(SEGMENT, Part.rows, page), vectors.subarray(from * DIMENSION, (from + 50) * DIMENSION));
}

test("large segments of formats 2 and 3 become what format 4 writes, byte for byte", async (t) => {
  const folder = temporaryFolder(t);
  const [path, older] = [join(folder, "new.sqlite"), join(folder, "old.sqlite")];
  await made(path, 50);
  await made(older, 1_000);
  const [database, format2] = [new DatabaseSync(path), new DatabaseSync(older)];
  t.after(() => {
    database.close();
    format2.close();
  });
  const expected = partsOf(database);
  assert.ok(expected.length > 5);
  assert.notDeepEqual(partsOf(format2), expected);
  codeSegments(format2, 50, 101);
  assert.notDeepEqual(partsOf(format2), expected);
  codeSegments(format2, 50, 100);
  assert.deepEqual(partsOf(format2), expected);
  asFormat3(database);
  assert.notDeepEqual(partsOf(database), expected);
  codeSegments(database, 50);
  assert.deepEqual(partsOf(database), expected);
});
