import assert from "node:assert/strict";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, test } from "node:test";
import { openSqliteSearchIndex } from "../../../src/storage/sqlite/open-search-index.ts";
import { sampleDocument } from "./sample.ts";
import { searchIndexSuite } from "./suite.ts";

searchIndexSuite("sqlite", () => openSqliteSearchIndex(":memory:"));
// Merges at nearly every write, and caches that hold next to nothing.
searchIndexSuite("sqlite, merging always", () =>
  openSqliteSearchIndex(":memory:", {
    merge: { factor: 2, smallest: 1 },
    bounds: { postings: 1000, pages: 1000, blocks: 1000, drawers: 1000, records: 1000 },
  }),
);
// In a file, every merge by a thread over a connection of its own.
const folder = mkdtempSync(join(tmpdir(), "loci-apart-"));
after(() => rmSync(folder, { recursive: true }));
let files = 0;
searchIndexSuite("sqlite, merging apart", () =>
  openSqliteSearchIndex(join(folder, `${files++}.sqlite`), { merge: { factor: 2, smallest: 1 }, mergeThreadFrom: 0 }),
);

test("commits are counted on from where somebody says, never back", async (t) => {
  const index = await openSqliteSearchIndex(":memory:");
  t.after(() => index.close());
  await index.apply({ put: [sampleDocument({ path: "a.md", drawers: ["one"] })], remove: [] });
  await index.countFrom(40);
  assert.equal(await index.sequence(), 40);
  await index.countFrom(7);
  const applied = await index.apply({ put: [sampleDocument({ path: "b.md", drawers: ["two"] })], remove: [] });
  assert.equal(applied.sequence, 41);
  assert.equal((await index.counts("all")).drawers, 2);
  assert.deepEqual(await index.check(true), []);
});

test("places are counted alike over large segments and small ones as drawer by drawer", async (t) => {
  const index = await openSqliteSearchIndex(":memory:");
  t.after(() => index.close());
  const document = (n: number, round: number) =>
    sampleDocument({
      path: `${n}.md`,
      drawers: [0, 1].map((k) => ({
        text: `drawer ${k} of ${n} in round ${round}`,
        wing: `wing-${n % 3}`,
        room: `room-${(n + 3 * round) % 17}`,
        date: (n + k) % 4 === 0 ? null : `2025-0${1 + ((n + round) % 9)}-03`,
      })),
    });
  // A filter that leaves everything is counted drawer by drawer.
  const everything = { wings: ["wing-0", "wing-1", "wing-2"] };
  await index.apply({ put: Array.from({ length: 200 }, (_, n) => document(n, 0)), remove: [] });
  for (let round = 1; round <= 12; round++) {
    const remove = round % 4 === 0 ? [{ source: "notes", path: `${round}.md` }] : [];
    // New documents, the same ones again, and now and then one of the large segment.
    const put = [
      document(300 + round, round),
      document(400, round),
      ...(round % 3 === 0 ? [document(50 + round, round)] : []),
    ];
    await index.apply({ put, remove });
    const places = await index.places("all", {});
    assert.deepEqual(places, await index.places("all", everything));
    assert.equal(
      places.reduce((sum, { count }) => sum + count, 0),
      (await index.counts("all")).drawers,
    );
  }
});
