import type { Catalog } from "../storage/ports/catalog.ts";
import type { SearchIndex } from "../storage/ports/search-index.ts";

/** Where a catalog remembers how far the index was. No source has this key. */
const PLACE = { source: "", path: "index.sqlite" };

/**
 * An index whose commits the catalog hears of: one that knows of fewer later is an older copy that was put back, or has lost its last ones with its log.
 * What it holds may be seen by others than now should, and a run that goes by sizes and times wouldn't find out.
 *
 * Cost: a row of the catalog for each commit.
 */
export function recordedIndex(index: SearchIndex, { cursors }: Pick<Catalog, "cursors">): SearchIndex {
  // After the commit: who is killed in between has told too little, never too much.
  const record = async (): Promise<void> => cursors.put({ ...PLACE, offset: await index.sequence(), lastId: null, hash: "" });
  return {
    ...index,
    async apply(change) {
      const applied = await index.apply(change);
      await record();
      return applied;
    },
    begin() {
      const change = index.begin();
      return {
        ...change,
        async apply(rest) {
          const applied = await change.apply(rest);
          await record();
          return applied;
        },
      };
    },
  };
}

/** The last commit of the index that the catalog heard of; 0 where it heard of none. */
export async function recordedSequence({ cursors }: Pick<Catalog, "cursors">): Promise<number> {
  return (await cursors.get(PLACE.source, PLACE.path))?.offset ?? 0;
}
