import { openMemorySearchIndex } from "../../../src/storage/memory/open-search-index.ts";
import { searchIndexSuite } from "./suite.ts";

searchIndexSuite("memory", async () => openMemorySearchIndex());
