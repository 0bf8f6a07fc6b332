import type { PalaceEdits } from "../../model/palace-edits.ts";
import type { Source } from "../../model/source.ts";
import type { Catalog, PalaceStore, SourceStore } from "../../storage/ports/catalog.ts";
import { DelegatingCatalog, DelegatingPalace, DelegatingSources } from "../../storage/ports/delegating-catalog.ts";
import { definitionOf } from "./record-file.ts";

/**
 * A catalog whose record is written after each change of what the record holds: which sources there are and what was said of them, and the edits of
 * the palace. How sources stand changes with every run, and isn't recorded.
 *
 * @param save writes the record from the catalog
 */
export function recordedCatalog(catalog: Catalog, save: () => Promise<void>): Catalog {
  return new RecordedCatalog(catalog, save);
}

class RecordedCatalog extends DelegatingCatalog {
  override readonly sources: SourceStore;
  override readonly palace: PalaceStore;

  constructor(catalog: Catalog, save: () => Promise<void>) {
    super(catalog);
    this.sources = new RecordedSources(catalog.sources, save);
    this.palace = new RecordedPalace(catalog.palace, save);
  }
}

class RecordedSources extends DelegatingSources {
  readonly #save: () => Promise<void>;

  constructor(store: SourceStore, save: () => Promise<void>) {
    super(store);
    this.#save = save;
  }

  override async put(source: Source): Promise<void> {
    const before = await this.store.get(source.key);
    await this.store.put(source);
    if (before === null || isOther(before, source)) await this.#save();
  }

  override async remove(key: string): Promise<boolean> {
    const removed = await this.store.remove(key);
    if (removed) await this.#save();
    return removed;
  }
}

class RecordedPalace extends DelegatingPalace {
  readonly #save: () => Promise<void>;

  constructor(store: PalaceStore, save: () => Promise<void>) {
    super(store);
    this.#save = save;
  }

  override async change(work: (edits: PalaceEdits) => PalaceEdits): Promise<PalaceEdits> {
    let changed = false;
    const edits = await this.store.change((before) => {
      const next = work(before);
      changed = next !== before;
      return next;
    });
    if (changed) await this.#save();
    return edits;
  }
}

function isOther(before: Source, after: Source): boolean {
  return JSON.stringify(definitionOf(before)) !== JSON.stringify(definitionOf(after));
}
