import type { Catalog } from "../../storage/ports/catalog.ts";
import type { CommitMemory } from "../../storage/ports/search-index.ts";

export interface Mark {
  /** The last known revision of the file; 0 where nothing is known. */
  readonly count: number;
  readonly note: string | null;
}

/** The mark of a file, by its name. It is stored among the cursors under an empty source key, which no source has. */
export function catalogMark(file: string) {
  return {
    /** Null before the first. */
    async read({ cursors }: Pick<Catalog, "cursors">): Promise<Mark | null> {
      const cursor = await cursors.get("", file);
      return cursor === null ? null : { count: cursor.offset, note: cursor.lastId };
    },
    write: async ({ cursors }: Pick<Catalog, "cursors">, { count, note }: Mark): Promise<void> =>
      await cursors.put({ source: "", path: file, offset: count, lastId: note, hash: "" }),
  };
}

const INDEX_MARK = catalogMark("index.sqlite");

/** The last commit of the index that the catalog knows of. */
export const commitMemory = (catalog: Pick<Catalog, "cursors">): CommitMemory => ({
  read: async () => (await INDEX_MARK.read(catalog))?.count ?? 0,
  write: (count) => INDEX_MARK.write(catalog, { count, note: null }),
});

const REFILL_MARK = catalogMark("index-refill");

/** Whether the index is being filled again from the files, or that was interrupted. It outlives whoever is at it. */
export function unfinishedRefill(catalog: Pick<Catalog, "cursors">): {
  read(): Promise<boolean>;
  write(isUnfinished: boolean): Promise<void>;
} {
  return {
    read: async () => ((await REFILL_MARK.read(catalog))?.count ?? 0) > 0,
    write: (isUnfinished) => REFILL_MARK.write(catalog, { count: isUnfinished ? 1 : 0, note: null }),
  };
}
