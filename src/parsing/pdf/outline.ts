/** An entry of a PDF's outline, with its place. */
export interface OutlineEntry {
  readonly title: string;
  /** Titles from the outermost entry to this one, inclusive. */
  readonly breadcrumb: readonly string[];
  /** 1-based depth. */
  readonly level: number;
  /** 0-based. */
  readonly page: number;
  /** Points from the top of the page as it is read, and from its left; null where the entry names the page only. */
  readonly y: number | null;
  readonly x: number | null;
}

/** What a PDF library says of an entry. */
export interface RawOutlineItem {
  readonly title: string;
  readonly dest: string | readonly unknown[] | null;
  readonly items: readonly RawOutlineItem[];
}

/** A destination's place. */
export interface Place {
  readonly page: number;
  readonly y: number | null;
  readonly x: number | null;
}

/**
 * Flattens an outline in its own order. An entry that leads nowhere (a web address, a broken name) is a name over
 * its children: it stands in their breadcrumbs and has no place of its own.
 *
 * @param locate finds the place of a destination, null when there is none
 * @param tooDeep called when nesting passes `maxDepth`; throws
 */
export async function flattenOutline(
  items: readonly RawOutlineItem[],
  locate: (dest: string | readonly unknown[]) => Promise<Place | null>,
  maxDepth: number,
  tooDeep: () => never,
): Promise<OutlineEntry[]> {
  const entries: OutlineEntry[] = [];
  const walk = async (siblings: readonly RawOutlineItem[], above: readonly string[]): Promise<void> => {
    if (above.length >= maxDepth) tooDeep();
    for (const item of siblings) {
      const title = item.title.replaceAll(/[\s\p{Cc}]+/gu, " ").trim();
      const breadcrumb = title === "" ? above : [...above, title];
      const place = item.dest === null || title === "" ? null : await locate(item.dest);
      if (place !== null) entries.push({ title, breadcrumb, level: breadcrumb.length, ...place });
      await walk(item.items, breadcrumb);
    }
  };
  await walk(items, []);
  return entries;
}
