import { isInside } from "../../ingest/source-key.ts";
import type { Source } from "../../model/source.ts";
import type { Catalog } from "../../storage/ports/catalog.ts";

/**
 * A catalog that stores paths inside the project's folder relative to where the folder was first made, and reads and writes them as paths of where it is now.
 *
 * @param origin where the folder stood when the project was made
 * @param root where it is
 */
export function portableCatalog(catalog: Catalog, origin: string, root: string): Catalog {
  if (origin === root) return catalog;
  const { sources } = catalog;
  const here = (source: Source): Source => ({ ...source, root: moved(source.root, origin, root) });
  /** Moved sources by the list they were made from: a search gets the same object until somebody writes. */
  const movedSources = new WeakMap<readonly Source[], readonly Source[]>();
  return {
    ...catalog,
    sources: {
      list: async () => (await sources.list()).map(here),
      async get(key) {
        const source = await sources.get(key);
        return source === null ? null : here(source);
      },
      put: (source) => sources.put({ ...source, root: moved(source.root, root, origin) }),
      remove: (key) => sources.remove(key),
    },
    async forSearch() {
      const found = await catalog.forSearch();
      const known = movedSources.get(found.sources) ?? found.sources.map(here);
      movedSources.set(found.sources, known);
      return { sources: known, palace: found.palace };
    },
  };
}

/** A path inside one folder as the path at the same place inside another; any other path as it is. */
export function moved(path: string, from: string, to: string): string {
  return isInside(path, from) ? to + path.slice(from.length) : path;
}
