import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { openMemorySearchIndex } from "../reference/open-search-index.ts";
import { openSqliteSearchIndex } from "../../../src/storage/sqlite/open-search-index.ts";
import { anyHistory, anyQuery, everyAnswer, outcome, replay } from "./histories.ts";
import { rounds } from "../../rounds.fixture.ts";

test("the SQLite engine answers as the reference engine does, bit for bit", async () => {
  await fc.assert(
    fc.asyncProperty(
      anyHistory,
      fc.array(anyQuery, { minLength: 1, maxLength: 4 }),
      fc.constantFrom({ factor: 2, smallest: 1 }, { factor: 3, smallest: 4 }),
      async (history, queries, merge) => {
        const reference = openMemorySearchIndex();
        const index = await openSqliteSearchIndex(":memory:", {
          merge,
          bounds: { postings: 2000, pages: 2000, blocks: 2000, drawers: 2000, records: 2000 },
        });
        try {
          await replay(reference, history);
          for (const change of history) {
            await replay(index, [change]);
            // What it keeps of an answer must not outlive a change.
            for (const query of queries) await index.candidates(query);
          }
          const writes = outcome(history);
          assert.deepEqual(await everyAnswer(index, queries, writes), await everyAnswer(reference, queries, writes));
          assert.equal(await index.sequence(), await reference.sequence());
          assert.deepEqual(await index.check(true), []);
        } finally {
          await index.close();
        }
      },
    ),
    { numRuns: rounds(200, 20) },
  );
});
