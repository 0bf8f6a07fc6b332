import type { VisibleScopes } from "../../src/model/caller.ts";
import type { Document } from "../../src/model/drawer.ts";
import { LociError } from "../../src/model/error.ts";
import type { DrawerFilter } from "../../src/model/filter.ts";
import { operation, step } from "../../src/model/next-step.ts";
import type { CandidateQuery, CandidateSet } from "../../src/storage/ports/candidates.ts";
import type { Manifest } from "../../src/storage/ports/manifest.ts";
import type {
  Applied,
  DocumentRef,
  DocumentWrite,
  Facets,
  IndexCapabilities,
  IndexChange,
  IndexCounts,
  IndexFinding,
  IndexReader,
  PlaceCount,
  SearchIndex,
  StoredDrawer,
} from "../../src/storage/ports/search-index.ts";
import { checkServer } from "./check-server.ts";
import type { Collections } from "./collections.ts";
import { checkSignal, ConsistentReads } from "./consistent-reads.ts";
import { countedDrawers, countFacets, countPlaces } from "./counting.ts";
import { findCandidates } from "./find-candidates.ts";
import { documentDrawers, getDrawers, linkingDrawers, recentDrawers, resolvePrefix } from "./read-drawers.ts";
import { prepareDocument, textNumber } from "./rows.ts";
import { Uploader } from "./upload.ts";

/** An index on a Milvus server; see docs/scale.md for how it answers as the one in a folder does. */
export class MilvusIndex implements SearchIndex {
  readonly capabilities: IndexCapabilities = {
    context: true,
    isolatedStatistics: true,
    keepsDrawers: false,
    writesFarAway: true,
  };
  readonly #manifest: Manifest;
  readonly #reads: ConsistentReads;
  readonly #name: () => string;
  readonly #uploader: Uploader;
  #turn: Promise<unknown> = Promise.resolve();
  #closed = false;

  constructor(parts: {
    readonly manifest: Manifest;
    readonly collections: (name: string) => Collections;
    /** A name for an index that is made. */
    readonly name: () => string;
  }) {
    this.#manifest = parts.manifest;
    this.#reads = new ConsistentReads(parts.manifest, parts.collections, () => this.#checkOpen());
    this.#name = parts.name;
    this.#uploader = new Uploader(parts.manifest);
  }

  async sequence(): Promise<number> {
    this.#checkOpen();
    return (await this.#manifest.state())?.sequence ?? 0;
  }

  async modelIdentity(): Promise<string | null> {
    this.#checkOpen();
    return (await this.#manifest.state())?.model ?? null;
  }

  async setModelIdentity(identity: string): Promise<void> {
    this.#checkOpen();
    const { model } = await this.#manifest.make(this.#name());
    if (model === identity) return;
    if (model !== null) {
      throw new LociError("MODEL_MISMATCH", `the index holds vectors of '${model}', not of '${identity}'`, {
        hint: step`set the embedding model back, or run ${operation("data rebuild")}`,
        details: { stored: model, configured: identity },
      });
    }
    await this.#manifest.setModel(identity);
  }

  async apply({
    put,
    ...rest
  }: {
    readonly put: readonly DocumentWrite[];
    readonly remove: readonly DocumentRef[];
    readonly signal?: AbortSignal;
  }): Promise<Applied> {
    const change = this.begin();
    for (const write of put) {
      checkSignal(rest.signal);
      change.put(write);
    }
    return await change.apply(rest);
  }

  begin(): IndexChange {
    this.#checkOpen();
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
        this.#checkOpen();
        checkSignal(signal);
        const mine = this.#turn.then(async () => {
          this.#checkOpen();
          const state = await this.#manifest.make(this.#name());
          return await this.#uploader.apply(this.#reads.collections(state), state, [...put.values()], remove, signal);
        });
        this.#turn = mine.catch(() => undefined);
        return mine;
      },
    };
  }

  async settle(): Promise<void> {
    this.#checkOpen();
    const state = await this.#manifest.state();
    if (state !== null) await this.#uploader.sweep(this.#reads.collections(state), state);
  }

  /** Removed rows are deleted from the collections; when the server rewrites its own files is the server's to decide. */
  async purge(): Promise<void> {
    await this.settle();
  }

  reader(): IndexReader {
    return this;
  }

  async candidates(query: CandidateQuery): Promise<CandidateSet> {
    return await findCandidates(this.#reads, query);
  }

  async drawers(visible: VisibleScopes): Promise<number> {
    return (await this.counts(visible)).drawers;
  }

  async messageParts(visible: VisibleScopes): Promise<number> {
    this.#checkOpen();
    const snapshot = await this.#manifest.snapshot(visible, []);
    if (snapshot === null) return 1;
    const messages = snapshot.counts.drawers - snapshot.continued;
    return messages === 0 ? 1 : snapshot.counts.drawers / messages;
  }

  async contains(terms: readonly string[], visible: VisibleScopes): Promise<readonly boolean[]> {
    this.#checkOpen();
    const snapshot = await this.#manifest.snapshot(visible, terms.map(textNumber));
    return terms.map((_, i) => (snapshot?.termFrequencies[i] ?? 0) > 0);
  }

  async get(ids: readonly string[], visible: VisibleScopes): Promise<readonly StoredDrawer[]> {
    return await getDrawers(this.#reads, ids, visible);
  }

  async recent(
    visible: VisibleScopes,
    filter: DrawerFilter,
    limit: number,
    excluded: CandidateQuery["excluded"] = [],
  ): Promise<readonly string[]> {
    return await recentDrawers(this.#reads, visible, filter, limit, excluded);
  }

  async documents(source?: string): Promise<readonly Document[]> {
    this.#checkOpen();
    const state = await this.#manifest.state();
    if (state === null) return [];
    const compare = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);
    return (await this.#reads.documents.all("all", state.sequence))
      .map(({ document }) => document)
      .filter((document) => source === undefined || document.source === source)
      .sort((a, b) => compare(a.source, b.source) || compare(a.path, b.path));
  }

  async resolve(prefix: string, visible: VisibleScopes, limit: number): Promise<readonly string[]> {
    return await resolvePrefix(this.#reads, prefix, visible, limit);
  }

  async documentDrawers(
    ref: DocumentRef,
    visible: VisibleScopes,
    from?: number,
    to?: number,
  ): Promise<readonly StoredDrawer[]> {
    return await documentDrawers(this.#reads, ref, visible, from, to);
  }

  async linking(visible: VisibleScopes): Promise<readonly string[]> {
    return await linkingDrawers(this.#reads, visible);
  }

  async counts(visible: VisibleScopes): Promise<IndexCounts> {
    this.#checkOpen();
    const snapshot = await this.#manifest.snapshot(visible, []);
    return snapshot?.counts ?? { documents: 0, drawers: 0, vectors: 0, tokens: 0, textBytes: 0 };
  }

  async facets(visible: VisibleScopes, filter: DrawerFilter): Promise<Facets> {
    return countFacets(await countedDrawers(this.#reads, visible, filter));
  }

  async wings(visible: VisibleScopes): Promise<Facets["wings"]> {
    return (await this.facets(visible, {})).wings;
  }

  async places(visible: VisibleScopes, filter: DrawerFilter): Promise<readonly PlaceCount[]> {
    return countPlaces(await countedDrawers(this.#reads, visible, filter));
  }

  async check(deep: boolean): Promise<readonly IndexFinding[]> {
    return await checkServer(this.#reads, deep);
  }

  async close(): Promise<void> {
    if (this.#closed) return;
    this.#closed = true;
    await this.#turn;
  }

  #checkOpen(): void {
    if (this.#closed) throw new LociError("STORAGE_FAILED", "the index is closed", { hint: "open the project again" });
  }
}
