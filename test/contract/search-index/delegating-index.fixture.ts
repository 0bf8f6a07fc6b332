import type { VisibleScopes } from "../../../src/model/caller.ts";
import type { DrawerFilter } from "../../../src/model/search.ts";
import type { CandidateQuery, CandidateSet } from "../../../src/storage/ports/candidates.ts";
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
} from "../../../src/storage/ports/search-index.ts";
import type { Document } from "../../../src/model/drawer.ts";

/**
 * An index that hands every call on to another one. What decorates an index extends it and overrides what it changes: each call is a call of a
 * method, so an engine may be written as a class.
 */
export class DelegatingIndex implements SearchIndex {
  protected readonly index: SearchIndex;

  constructor(index: SearchIndex) {
    this.index = index;
  }

  get capabilities(): IndexCapabilities {
    return this.index.capabilities;
  }

  sequence(): Promise<number> {
    return this.index.sequence();
  }

  candidates(query: CandidateQuery): Promise<CandidateSet> {
    return this.index.candidates(query);
  }

  drawers(visible: VisibleScopes): Promise<number> {
    return this.index.drawers(visible);
  }

  messageParts(visible: VisibleScopes): Promise<number> {
    return this.index.messageParts(visible);
  }

  contains(terms: readonly string[], visible: VisibleScopes): Promise<readonly boolean[]> {
    return this.index.contains(terms, visible);
  }

  get(ids: readonly string[], visible: VisibleScopes): Promise<readonly StoredDrawer[]> {
    return this.index.get(ids, visible);
  }

  documentWrites(): Promise<ReadonlyMap<string, number>> {
    return this.index.documentWrites();
  }

  recent(...asked: Parameters<SearchIndex["recent"]>): Promise<readonly string[]> {
    return this.index.recent(...asked);
  }

  modelIdentity(): Promise<string | null> {
    return this.index.modelIdentity();
  }

  setModelIdentity(identity: string): Promise<void> {
    return this.index.setModelIdentity(identity);
  }

  apply(change: {
    readonly put: readonly DocumentWrite[];
    readonly remove: readonly DocumentRef[];
    readonly signal?: AbortSignal;
  }): Promise<Applied> {
    return this.index.apply(change);
  }

  begin(): IndexChange {
    return this.index.begin();
  }

  settle(written?: number): Promise<void> {
    return this.index.settle(written);
  }

  purge(): Promise<void> {
    return this.index.purge();
  }

  reader(): IndexReader {
    return this.index.reader();
  }

  documents(source?: string): Promise<readonly Document[]> {
    return this.index.documents(source);
  }

  resolve(prefix: string, visible: VisibleScopes, limit: number): Promise<readonly string[]> {
    return this.index.resolve(prefix, visible, limit);
  }

  documentDrawers(...asked: Parameters<SearchIndex["documentDrawers"]>): Promise<readonly StoredDrawer[]> {
    return this.index.documentDrawers(...asked);
  }

  linking(visible: VisibleScopes): Promise<readonly string[]> {
    return this.index.linking(visible);
  }

  counts(visible: VisibleScopes): Promise<IndexCounts> {
    return this.index.counts(visible);
  }

  facets(visible: VisibleScopes, filter: DrawerFilter): Promise<Facets> {
    return this.index.facets(visible, filter);
  }

  wings(visible: VisibleScopes): Promise<Facets["wings"]> {
    return this.index.wings(visible);
  }

  places(visible: VisibleScopes, filter: DrawerFilter): Promise<readonly PlaceCount[]> {
    return this.index.places(visible, filter);
  }

  check(deep: boolean, current?: ReadonlySet<string>): Promise<readonly IndexFinding[]> {
    return this.index.check(deep, current);
  }

  close(): Promise<void> {
    return this.index.close();
  }
}
