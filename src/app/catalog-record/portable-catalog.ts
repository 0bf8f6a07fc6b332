import { isInside } from "../../ingest/source-key.ts";
import type { Source } from "../../model/source.ts";
import type { Catalog, PalaceRead, SourceStore } from "../../storage/ports/catalog.ts";
import { DelegatingCatalog, DelegatingSources } from "../../storage/ports/delegating-catalog.ts";

/**
 * A catalog that stores paths inside the project's folder relative to where the folder was first made, and reads and writes them as paths of where it is now.
 *
 * @param origin where the folder stood when the project was made
 * @param root where it is
 */
export function portableCatalog(catalog: Catalog, origin: string, root: string): Catalog {
  return origin === root ? catalog : new PortableCatalog(catalog, origin, root);
}

class PortableCatalog extends DelegatingCatalog {
  override readonly sources: PortableSources;
  /** Moved sources by the list they were made from: a search gets the same object until somebody writes. */
  readonly #movedSources = new WeakMap<readonly Source[], readonly Source[]>();

  constructor(catalog: Catalog, origin: string, root: string) {
    super(catalog);
    this.sources = new PortableSources(catalog.sources, origin, root);
  }

  override async forSearch(): Promise<{ readonly sources: readonly Source[]; readonly palace: PalaceRead }> {
    const { sources, palace } = await this.catalog.forSearch();
    const known = this.#movedSources.get(sources) ?? sources.map((source) => this.sources.here(source));
    this.#movedSources.set(sources, known);
    return { sources: known, palace };
  }
}

class PortableSources extends DelegatingSources {
  readonly #origin: string;
  readonly #root: string;

  constructor(store: SourceStore, origin: string, root: string) {
    super(store);
    this.#origin = origin;
    this.#root = root;
  }

  here(source: Source): Source {
    return { ...source, root: moved(source.root, this.#origin, this.#root) };
  }

  override async list(): Promise<readonly Source[]> {
    return (await this.store.list()).map((source) => this.here(source));
  }

  override async get(key: string): Promise<Source | null> {
    const source = await this.store.get(key);
    return source === null ? null : this.here(source);
  }

  override put(source: Source): Promise<void> {
    return this.store.put({ ...source, root: moved(source.root, this.#root, this.#origin) });
  }
}

/** A path inside one folder as the path at the same place inside another; any other path as it is. */
export function moved(path: string, from: string, to: string): string {
  return isInside(path, from) ? to + path.slice(from.length) : path;
}
