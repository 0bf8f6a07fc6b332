import assert from "node:assert/strict";
import { test } from "node:test";
import { sampleDocument, sampleQuery, vectorOf } from "../../../../test/contract/search-index/sample.ts";
import { temporaryFolder } from "../../../../test/e2e/notes.fixture.ts";
import { openSqliteSearchIndex } from "../open-search-index.ts";
import { MOVED_AFTER } from "../vectors/code-store.ts";

test("ids are the same from small pages, and from memory once the vectors are there", async (t) => {
  const documents = Array.from({ length: 40 }, (_, d) =>
    sampleDocument({
      path: `${d}.md`,
      drawers: Array.from({ length: 10 }, (__, i) => ({
        text: `drawer ${d} ${i}`,
        vector: Array.from({ length: 64 }, (___, k) => Math.sin(d * 7 + i * 3 + k)),
      })),
    }),
  );
  const answers = [];
  for (const inFileFrom of [100, 1_000]) {
    const index = await openSqliteSearchIndex(`${temporaryFolder(t)}/index.sqlite`, {
      sizes: { approximateFrom: 100, inFileFrom },
      codedFrom: 50,
      codedScope: 100,
    });
    t.after(() => index.close());
    await index.apply({ put: documents, remove: [] });
    const { document } = documents[7]!;
    await index.apply({ put: [], remove: [document] });
    const seen = [];
    // The vectors are moved by a later search, and the last one reads them there.
    for (let search = 0; search < MOVED_AFTER + 3; search++) {
      const vector = vectorOf(Array.from({ length: 64 }, (_, k) => Math.cos(search + k)));
      const { candidates } = await index.candidates(sampleQuery({ vector, pool: { lexical: 0, dense: 20 } }));
      const stored = await index.get(
        candidates.map(({ id }) => id),
        "all",
      );
      assert.equal(stored.length, candidates.length);
      seen.push(stored.map(({ drawer: { id, text }, before, after }) => [id, text, before, after]));
    }
    answers.push(seen);
  }
  assert.ok(answers[0]!.every((seen) => seen.length > 0));
  assert.deepEqual(answers[1], answers[0]);
});
