import type { Engines, ProjectPlace } from "../app/opened-project.ts";
import type { EmbeddingProvider } from "../embedding/port.ts";
import { loadExtension } from "../extension.ts";
import type { Catalog } from "../storage/ports/catalog.ts";
import type { FactStore } from "../storage/ports/fact-store.ts";
import type { IndexHouse } from "../storage/ports/search-index.ts";
import type { Manifest } from "../storage/ports/manifest.ts";
import { framesQuestion } from "../text/question-frame.ts";

/** What the extension `milvus` gives: an index on a server. */
interface IndexServer {
  openIndexHouse(options: {
    readonly uri: string;
    readonly token: string;
    readonly project: string;
    readonly collection: string;
    readonly manifest: () => Promise<Manifest>;
  }): IndexHouse;
}

/** What the extension `postgres` gives: a catalog that services share, at an address, in a schema of the project's own. */
interface SharedDatabase {
  openCatalog(uri: string, project: string): Promise<Catalog>;
  openFactStore(uri: string, project: string): Promise<FactStore>;
  openManifest(uri: string, project: string): Promise<Manifest>;
}

export const DEFAULT_ENGINES: Engines = {
  async openCatalog(place) {
    const { folder, settings } = place;
    if (settings.catalog.uri !== "") {
      const { openCatalog } = await loadExtension<SharedDatabase>("postgres");
      return await openCatalog(settings.catalog.uri, place.project);
    }
    const { openSqliteCatalog } = await import("../storage/sqlite/catalog/open-catalog.ts");
    const { makePrivateFile } = await import("../files/plain-file.ts");
    makePrivateFile(folder.catalog);
    return await openSqliteCatalog(folder.catalog, place.waiting);
  },
  async openFactStore(place) {
    const { folder, settings } = place;
    if (settings.catalog.uri !== "") {
      const shared = await loadExtension<SharedDatabase>("postgres");
      return await shared.openFactStore(settings.catalog.uri, place.project);
    }
    const { openSqliteFactStore } = await import("../storage/sqlite/catalog/open-catalog.ts");
    return await openSqliteFactStore(folder.catalog, place.waiting);
  },
  async openIndexHouse(place, memory) {
    const { folder, project, settings } = place;
    const { uri, token, collection } = settings.store;
    if (uri !== "") {
      const server = await loadExtension<IndexServer>("milvus");
      return server.openIndexHouse({ uri, token, project, collection, manifest: () => openManifest(place) });
    }
    const { sqliteIndexHouse } = await import("../storage/sqlite/open-house.ts");
    return sqliteIndexHouse(folder.index, memory, place.waiting);
  },
  async replaceIndex(from, to) {
    const { replaceDatabase } = await import("../files/plain-file.ts");
    replaceDatabase(from, to);
  },
  async openCache({ folder, waiting }, onLoss) {
    const { openMendedCache } = await import("../storage/sqlite/open-embedding-cache.ts");
    const { openSqliteEmbeddingCache } = await import("../storage/sqlite/open-embedding-cache.ts");
    return await openMendedCache({
      path: folder.embeddings,
      open: (path) => openSqliteEmbeddingCache(path, waiting),
      onLoss,
    });
  },
  async openProvider({ embedding }, environment) {
    const { provider, model, dimension } = embedding;
    if (provider === "none") return null;
    if (provider === "static") {
      const { openStaticEmbedding } = await import("../embedding/static/provider.ts");
      return openStaticEmbedding({ isStopWord: framesQuestion });
    }
    if (provider === "onnx") {
      const { openEmbedding } = await loadExtension<{
        openEmbedding(options: { readonly model: string }): Promise<EmbeddingProvider>;
      }>("onnx");
      return await openEmbedding({ model });
    }
    const { openRemoteEmbedding } = await import("../embedding/remote/provider.ts");
    return await openRemoteEmbedding({
      provider,
      model,
      dimension,
      baseUrl: embedding.base_url,
      concurrency: embedding.concurrency,
      timeoutMs: embedding.timeout_seconds * 1_000,
      environment,
    });
  },
  async openLexicon() {
    const { openStaticEmbedding } = await import("../embedding/static/provider.ts");
    return openStaticEmbedding();
  },
  async openLanguageModel({ llm }, environment) {
    if (llm.provider === "none") return null;
    const { providerModel } = await import("../llm/provider-model.ts");
    return providerModel({
      provider: llm.provider,
      model: llm.model,
      baseUrl: llm.base_url,
      timeoutMs: llm.timeout_seconds * 1_000,
      silenceMs: llm.silence_seconds * 1_000,
      retries: llm.retries,
      environment,
    });
  },
};

/** What says which drawers on a server are true: with the catalog, where that is shared, else in the project's folder. */
async function openManifest(place: ProjectPlace): Promise<Manifest> {
  const { folder, settings } = place;
  if (settings.catalog.uri !== "") {
    const shared = await loadExtension<SharedDatabase>("postgres");
    return await shared.openManifest(settings.catalog.uri, place.project);
  }
  const [{ openSqlManifest }, { openSqliteRunner }, { makePrivateFile }] = await Promise.all([
    import("../storage/sql/manifest.ts"),
    import("../storage/sqlite/database/transactions.ts"),
    import("../files/plain-file.ts"),
  ]);
  makePrivateFile(folder.manifest);
  return await openSqlManifest(await openSqliteRunner(folder.manifest, place.waiting));
}
