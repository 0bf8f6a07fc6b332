import { openMemorySearchIndex } from "../reference/open-search-index.ts";
import { searchIndexSuite } from "./suite.ts";

searchIndexSuite("memory", async () => openMemorySearchIndex());
searchIndexSuite("memory without context", async () => openMemorySearchIndex({ context: false }));
searchIndexSuite("memory with statistics of all scopes", async () =>
  openMemorySearchIndex({ isolatedStatistics: false }),
);
