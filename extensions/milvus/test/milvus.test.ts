import assert from "node:assert/strict";
import { after, describe, test } from "node:test";
import fc from "fast-check";
import { openMemorySearchIndex } from "../../../test/contract/reference/open-search-index.ts";
import {
  anyHistory,
  anyQuery,
  everyAnswer,
  historyRuns,
  outcome,
  replay,
} from "../../../test/contract/search-index/histories.ts";
import { searchIndexSuite } from "../../../test/contract/search-index/suite.ts";
import { openTemporaryIndex } from "./milvus-index.fixture.ts";
import { MilvusFixture, withoutMilvus } from "../../../test/contract/milvus/milvus-server.fixture.ts";
import { rounds } from "../../../test/rounds.fixture.ts";

describe("Milvus", { skip: withoutMilvus }, async () => {
  if (withoutMilvus !== false) return;
  const server = await MilvusFixture.start();
  after(() => server.stop());
  // A server in Python takes 100 ms for a history: 2,000 of them are a run of their own, with LOCI_TEST_HISTORIES.
  searchIndexSuite("milvus", () => openTemporaryIndex(server.uri), rounds(6, 2));

  test("the same histories give the same answers as the reference engine, bit for bit", async () => {
    await fc.assert(
      fc.asyncProperty(anyHistory, fc.array(anyQuery, { minLength: 1, maxLength: 3 }), async (history, queries) => {
        const reference = openMemorySearchIndex();
        const index = await openTemporaryIndex(server.uri);
        try {
          await replay(reference, history);
          await replay(index, history);
          const writes = outcome(history);
          assert.deepEqual(await everyAnswer(index, queries, writes), await everyAnswer(reference, queries, writes));
        } finally {
          await index.close();
        }
      }),
      { numRuns: historyRuns(rounds(8, 2)) },
    );
  });
});
