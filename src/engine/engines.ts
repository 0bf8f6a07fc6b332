import type { Settings } from "../config/settings.ts";
import type { EmbeddingProvider } from "../embedding/port.ts";
import type { Catalog } from "../storage/ports/catalog.ts";
import type { EmbeddingCache } from "../storage/ports/embedding-cache.ts";
import type { FactStore } from "../storage/ports/fact-store.ts";
import type { SearchIndex } from "../storage/ports/search-index.ts";
import { isStopWord } from "../text/stop-words.ts";

/** How the parts of a project are opened. The one place that knows which engines there are. */
export interface Engines {
  readonly openCatalog: (path: string) => Promise<Catalog>;
  /** On the same file as the catalog, which is there already. */
  readonly openFactStore: (path: string) => Promise<FactStore>;
  readonly openIndex: (path: string) => Promise<SearchIndex>;
  readonly openCache: (path: string) => Promise<EmbeddingCache>;
  /** Null where the configuration wants no vectors. @throws LociError `MODEL_UNAVAILABLE` */
  readonly openProvider: (settings: Settings) => Promise<EmbeddingProvider | null>;
}

/** The engines that are used by default, each loaded when it is first opened. */
export const DEFAULT_ENGINES: Engines = {
  async openCatalog(path) {
    const { openSqliteCatalog } = await import("../storage/sqlite/catalog/open-catalog.ts");
    return await openSqliteCatalog(path);
  },
  async openFactStore(path) {
    const { openSqliteFactStore } = await import("../storage/sqlite/facts/open-fact-store.ts");
    return await openSqliteFactStore(path);
  },
  async openIndex(path) {
    const { openSqliteSearchIndex } = await import("../storage/sqlite/open-search-index.ts");
    return await openSqliteSearchIndex(path);
  },
  async openCache(path) {
    const { openSqliteEmbeddingCache } = await import("../storage/sqlite/open-embedding-cache.ts");
    return await openSqliteEmbeddingCache(path);
  },
  async openProvider({ embedding }) {
    if (embedding.provider === "none") return null;
    const { openStaticEmbedding } = await import("../embedding/static/open.ts");
    return openStaticEmbedding({ isStopWord });
  },
};
