import { openMemorySearchIndex } from "../reference/open-search-index.ts";
import { searchIndexSuite } from "./suite.ts";

searchIndexSuite("memory", async () => openMemorySearchIndex());
