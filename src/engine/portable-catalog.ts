import { isInside } from "../ingest/is-inside.ts";
import type { Source } from "../model/source.ts";
import type { Catalog } from "../storage/ports/catalog.ts";

/**
 * A catalog that knows what stands inside the project's own folder by paths from the folder's origin, and tells and takes paths from where it is now.
 *
 * @param origin where the folder stood when the project was made
 * @param root where it is
 */
export function portableCatalog(catalog: Catalog, origin: string, root: string): Catalog {
  if (origin === root) return catalog;
  const here = (source: Source): Source => ({ ...source, root: moved(source.root, origin, root) });
  const allHere = (sources: readonly Source[]): readonly Source[] => sources.map(here);
  // What a search is given is the same object while nobody has written.
  const told = new WeakMap<readonly Source[], readonly Source[]>();
  return {
    ...catalog,
    sources: {
      ...catalog.sources,
      list: async () => allHere(await catalog.sources.list()),
      async get(key) {
        const source = await catalog.sources.get(key);
        return source === null ? null : here(source);
      },
      put: (source) => catalog.sources.put({ ...source, root: moved(source.root, root, origin) }),
    },
    async forSearch() {
      const { sources, palace } = await catalog.forSearch();
      const known = told.get(sources) ?? allHere(sources);
      told.set(sources, known);
      return { sources: known, palace };
    },
  };
}

/** A path inside one folder as the path at the same place inside another; any other path as it is. */
export function moved(path: string, from: string, to: string): string {
  return isInside(path, from) ? to + path.slice(from.length) : path;
}
