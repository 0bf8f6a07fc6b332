import { openSqliteSearchIndex } from "../../../src/storage/sqlite/open-search-index.ts";
import { searchIndexSuite } from "./suite.ts";

searchIndexSuite("sqlite", () => openSqliteSearchIndex(":memory:"));
// Merges at nearly every write, and caches that hold next to nothing.
searchIndexSuite("sqlite, merging always", () => openSqliteSearchIndex(":memory:", { merge: { factor: 2, smallest: 1 }, bounds: { postings: 1000, pages: 1000, blocks: 1000, drawers: 1000, records: 1000 } }));
