import { FacetTally } from "../ports/facet-tally.ts";
import type { Facets } from "../ports/search-index.ts";
import type { AnalysedDrawer } from "./analysed-drawer.ts";

/** Drawer counts by wing, hall, room, source and type. */
export function countFacets(drawers: readonly AnalysedDrawer[]): Facets {
  const tally = new FacetTally();
  for (const { drawer, document } of drawers) {
    const { wing, hall, room, topicalHalls } = drawer.placement;
    const halls = hall.value === null ? topicalHalls : [hall.value, ...topicalHalls];
    tally.add(
      { wing: wing.value, halls, room: room.value, source: document.source, documentType: document.documentType },
      1,
    );
  }
  return tally.facets();
}
