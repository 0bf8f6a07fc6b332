import type { Catalog } from "../storage/ports/catalog.ts";
import type { Applied, SearchIndex } from "../storage/ports/search-index.ts";

/** Where a catalog remembers how far the index was. No source has this key. */
const PLACE = { source: "", path: "index.sqlite" };

/**
 * An index whose commits the catalog hears of: one that knows of fewer later is an older copy that was put back, or has lost its last ones with its log.
 * What it holds may be seen by others than now should, and a run that goes by sizes and times wouldn't find out.
 *
 * Cost: two rows of the catalog for each commit.
 */
export function recordedIndex(index: SearchIndex, catalog: Pick<Catalog, "cursors">): SearchIndex {
  const record = async (): Promise<void> => {
    const before = await recordedSequence(catalog);
    // Made anew: copies of the one before have counted further than this one yet.
    if ((await index.sequence()) < before) await index.countFrom(before + 1);
    await catalog.cursors.put({ ...PLACE, offset: await index.sequence(), lastId: null, hash: "" });
  };
  // After the commit: who is killed in between has told too little, never too much.
  const recorded = async (commit: Promise<Applied>): Promise<Applied> => {
    const applied = await commit;
    await record();
    return { ...applied, sequence: await index.sequence() };
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
export async function recordedSequence({ cursors }: Pick<Catalog, "cursors">): Promise<number> {
  return (await cursors.get(PLACE.source, PLACE.path))?.offset ?? 0;
}
