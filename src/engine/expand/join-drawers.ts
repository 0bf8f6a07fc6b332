import type { StoredDrawer } from "../../storage/ports/search-index.ts";

/** Stands where something between two drawers was not asked for. */
const GAP = "\n\n";

/**
 * The text of drawers in document order as one: what two neighbours share (overlap) appears once, and what stands between drawers
 * that don't touch is an empty line. Pure.
 */
export function joinDrawers(drawers: readonly StoredDrawer[]): string {
  let text = "";
  let last: StoredDrawer | null = null;
  for (const stored of drawers) {
    const { drawer, document } = stored;
    const before = last;
    last = stored;
    if (before === null) text = drawer.text;
    else if (before.document.source === document.source && before.document.path === document.path && drawer.span.start <= before.drawer.span.end) {
      text += drawer.text.slice(before.drawer.span.end - drawer.span.start);
    } else text += GAP + drawer.text;
  }
  return text;
}
