import type { Catalog } from "../storage/ports/catalog.ts";
import type { Applied, SearchIndex } from "../storage/ports/search-index.ts";
import { catalogMark } from "./catalog-mark.ts";

const MARK = catalogMark("index.sqlite");

/**
 * An index whose commits the catalog hears of: one that knows of fewer later is an older copy that was put back, or has lost its last ones with its log.
 * What it holds may be seen by others than now should, and a run that goes by sizes and times wouldn't find out.
 *
 * Cost: two rows of the catalog for each commit.
 */
export function recordedIndex(index: SearchIndex, catalog: Pick<Catalog, "cursors">): SearchIndex {
  // After the commit: who is killed in between has told too little, never too much.
  const recorded = async (commit: Promise<Applied>): Promise<Applied> => {
    const applied = await commit;
    const before = await recordedSequence(catalog);
    let sequence = await index.sequence();
    if (sequence < before) {
      // Made anew: copies of the one before have counted further than this one yet.
      await index.countFrom(before + 1);
      sequence = await index.sequence();
    }
    await MARK.write(catalog, { count: sequence, note: null });
    return { ...applied, sequence };
  };
  return {
    ...index,
    apply: (change) => recorded(index.apply(change)),
    begin() {
      const change = index.begin();
      return { ...change, apply: (rest) => recorded(change.apply(rest)) };
    },
  };
}

/** The last commit of the index that the catalog heard of; 0 where it heard of none. */
export async function recordedSequence(catalog: Pick<Catalog, "cursors">): Promise<number> {
  return (await MARK.read(catalog))?.count ?? 0;
}
