import type {
  DocumentWrite,
  IndexCapabilities,
  IndexChange,
  SearchIndex,
} from "../../src/storage/ports/search-index.ts";
import { LociError } from "../../src/model/error.ts";
import { operation, step } from "../../src/model/next-step.ts";
import type { Manifest } from "../../src/storage/ports/manifest.ts";
import { checkServer } from "./check-server.ts";
import type { Collections } from "./collections.ts";
import { checkSignal, ConsistentReads } from "./consistent-reads.ts";
import { countedDrawers, countFacets, countPlaces } from "./counting.ts";
import { findCandidates } from "./find-candidates.ts";
import { documentDrawers, getDrawers, linkingDrawers, recentDrawers, resolvePrefix } from "./read-drawers.ts";
import { prepareDocument, textNumber } from "./rows.ts";
import { Uploader } from "./upload.ts";

const CAPABILITIES: IndexCapabilities = {
  context: true,
  isolatedStatistics: true,
  keepsDrawers: false,
  writesFarAway: true,
};

/**
 * An index on a Milvus server; see docs/scale.md for how it answers as the one in a folder does.
 *
 * @param newName a name for an index that is made
 */
export function milvusIndex(
  manifest: Manifest,
  collections: (name: string) => Collections,
  newName: () => string,
): SearchIndex {
  let closed = false;
  const checkOpen = (): void => {
    if (closed) throw new LociError("STORAGE_FAILED", "the index is closed", { hint: "open the project again" });
  };
  const reads = new ConsistentReads(manifest, collections, checkOpen);
  const uploader = new Uploader(manifest);
  let turn: Promise<unknown> = Promise.resolve();
  const opened = (): Manifest => {
    checkOpen();
    return manifest;
  };

  const begin = (): IndexChange => {
    checkOpen();
    const put = new Map<
      string,
      { readonly write: DocumentWrite; readonly prepared: ReturnType<typeof prepareDocument> }
    >();
    return {
      put: (write) =>
        void put.set(JSON.stringify([write.document.source, write.document.path]), {
          write,
          prepared: prepareDocument(write),
        }),
      apply: ({ remove, signal }) => {
        checkOpen();
        checkSignal(signal);
        const mine = turn.then(async () => {
          const state = await opened().make(newName());
          return await uploader.apply(reads.collections(state), state, { put: [...put.values()], remove, signal });
        });
        turn = mine.catch(() => undefined);
        return mine;
      },
    };
  };

  const settle = async (): Promise<void> => {
    const state = await opened().state();
    if (state !== null) await uploader.sweep(reads.collections(state), state);
  };

  const index: SearchIndex = {
    capabilities: CAPABILITIES,
    sequence: async () => (await opened().state())?.sequence ?? 0,
    modelIdentity: async () => (await opened().state())?.model ?? null,
    async setModelIdentity(identity) {
      const { model } = await opened().make(newName());
      if (model === identity) return;
      if (model !== null)
        throw new LociError("MODEL_MISMATCH", `the index holds vectors of '${model}', not of '${identity}'`, {
          hint: step`set the embedding model back, or run ${operation("data rebuild")}`,
          details: { stored: model, configured: identity },
        });
      await manifest.setModel(identity);
    },
    async apply({ put, ...rest }) {
      const change = begin();
      for (const write of put) {
        checkSignal(rest.signal);
        change.put(write);
      }
      return await change.apply(rest);
    },
    begin,
    settle,
    // Removed rows are deleted from the collections; when the server rewrites its own files is the server's to decide.
    purge: settle,
    reader: () => index,
    candidates: (query) => findCandidates(reads, query),
    drawers: async (visible) => (await index.counts(visible)).drawers,
    async messageParts(visible) {
      const snapshot = await opened().snapshot(visible, []);
      if (snapshot === null) return 1;
      const messages = snapshot.counts.drawers - snapshot.continued;
      return messages === 0 ? 1 : snapshot.counts.drawers / messages;
    },
    async contains(terms, visible) {
      const snapshot = await opened().snapshot(visible, terms.map(textNumber));
      return terms.map((_, i) => (snapshot?.termFrequencies[i] ?? 0) > 0);
    },
    get: (ids, visible) => getDrawers(reads, ids, visible),
    recent: (visible, filter, limit, excluded) => recentDrawers(reads, visible, filter, limit, excluded),
    async documents(source) {
      const state = await opened().state();
      if (state === null) return [];
      const compare = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);
      return (await reads.documents.all("all", state.sequence))
        .map(({ document }) => document)
        .filter((document) => source === undefined || document.source === source)
        .sort((a, b) => compare(a.source, b.source) || compare(a.path, b.path));
    },
    resolve: (prefix, visible, limit) => resolvePrefix(reads, prefix, { visible, limit }),
    documentDrawers: (ref, visible, from, to) => documentDrawers(reads, ref, visible, from, to),
    linking: (visible) => linkingDrawers(reads, visible),
    counts: async (visible) => (await opened().snapshot(visible, []))?.counts ?? NOTHING,
    facets: async (visible, filter) => countFacets(await countedDrawers(reads, visible, filter)),
    wings: async (visible) => (await index.facets(visible, {})).wings,
    places: async (visible, filter) => countPlaces(await countedDrawers(reads, visible, filter)),
    check: (deep) => checkServer(reads, deep),
    async close() {
      closed = true;
      await turn;
    },
  };
  return index;
}

const NOTHING = { documents: 0, drawers: 0, vectors: 0, tokens: 0, textBytes: 0 };
