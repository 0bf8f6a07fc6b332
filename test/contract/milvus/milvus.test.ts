import { after } from "node:test";
import { describe } from "node:test";
import { searchIndexSuite } from "../search-index/suite.ts";
import { openTemporaryIndex } from "./milvus-index.fixture.ts";
import { MilvusFixture, withoutMilvus } from "./milvus-server.fixture.ts";

describe("Milvus", { skip: withoutMilvus }, async () => {
  if (withoutMilvus !== false) return;
  const server = await MilvusFixture.start();
  after(() => server.stop());
  // Each history takes a server in Python half a second: 2,000 of them are a run of their own, with LOCI_TEST_HISTORIES.
  searchIndexSuite("milvus", () => openTemporaryIndex(server.uri), 6);
});
