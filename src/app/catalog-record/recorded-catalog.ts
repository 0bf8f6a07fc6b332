import type { Source } from "../../model/source.ts";
import type { Catalog } from "../../storage/ports/catalog.ts";
import { definitionOf } from "./record-file.ts";

/**
 * A catalog whose record is written after each change of what the record holds: which sources there are and what was said of them, and the edits of
 * the palace. How sources stand changes with every run, and isn't recorded.
 * @param save writes the record from the catalog
 */
export function recordedCatalog(catalog: Catalog, save: () => Promise<void>): Catalog {
  const { sources, palace } = catalog;
  return {
    ...catalog,
    sources: {
      ...sources,
      async put(source) {
        const before = await sources.get(source.key);
        await sources.put(source);
        if (before === null || isOther(before, source)) await save();
      },
      async remove(key) {
        const removed = await sources.remove(key);
        if (removed) await save();
        return removed;
      },
    },
    palace: {
      ...palace,
      async change(work) {
        let changed = false;
        const edits = await palace.change((before) => {
          const next = work(before);
          changed = next !== before;
          return next;
        });
        if (changed) await save();
        return edits;
      },
    },
  };
}

function isOther(before: Source, after: Source): boolean {
  return JSON.stringify(definitionOf(before)) !== JSON.stringify(definitionOf(after));
}
