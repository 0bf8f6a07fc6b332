import type { PalaceEdits } from "../../model/palace-edits.ts";
import type { Source } from "../../model/source.ts";
import type { Catalog, PalaceRead, PalaceStore, SourceStore } from "./catalog.ts";

/** A catalog that hands everything on to another one. What decorates a catalog extends it and overrides what it changes. */
export class DelegatingCatalog implements Catalog {
  protected readonly catalog: Catalog;
  readonly sources: SourceStore;
  readonly jobs: Catalog["jobs"];
  readonly leases: Catalog["leases"];
  readonly accesses: Catalog["accesses"];
  readonly cursors: Catalog["cursors"];
  readonly refusals: Catalog["refusals"];
  readonly audit: Catalog["audit"];
  readonly spend: Catalog["spend"];
  readonly palace: PalaceStore;

  constructor(catalog: Catalog) {
    this.catalog = catalog;
    this.sources = catalog.sources;
    this.jobs = catalog.jobs;
    this.leases = catalog.leases;
    this.accesses = catalog.accesses;
    this.cursors = catalog.cursors;
    this.refusals = catalog.refusals;
    this.audit = catalog.audit;
    this.spend = catalog.spend;
    this.palace = catalog.palace;
  }

  forSearch(): Promise<{ readonly sources: readonly Source[]; readonly palace: PalaceRead }> {
    return this.catalog.forSearch();
  }

  check(): Promise<readonly string[]> {
    return this.catalog.check();
  }

  close(): Promise<void> {
    return this.catalog.close();
  }
}

/** Sources that are handed on to another store. */
export class DelegatingSources implements SourceStore {
  protected readonly store: SourceStore;

  constructor(store: SourceStore) {
    this.store = store;
  }

  list(): Promise<readonly Source[]> {
    return this.store.list();
  }

  get(key: string): Promise<Source | null> {
    return this.store.get(key);
  }

  put(source: Source): Promise<void> {
    return this.store.put(source);
  }

  remove(key: string): Promise<boolean> {
    return this.store.remove(key);
  }
}

/** Edits of the palace that are handed on to another store. */
export class DelegatingPalace implements PalaceStore {
  protected readonly store: PalaceStore;

  constructor(store: PalaceStore) {
    this.store = store;
  }

  read(): Promise<PalaceRead> {
    return this.store.read();
  }

  change(work: (edits: PalaceEdits) => PalaceEdits): Promise<PalaceEdits> {
    return this.store.change(work);
  }
}
