import type { Document } from "../../model/drawer.ts";
import { FacetTally } from "../ports/facet-tally.ts";
import type { PlaceGroup } from "../ports/manifest.ts";
import type { Facets, PlaceCount } from "../ports/search-index.ts";
import { isNewer } from "./rows.ts";

/** Drawers of a document that are alike. */
export interface CountedDrawers extends PlaceGroup {
  readonly document: Document;
}

/** Drawer counts by wing, hall, room, source and type. */
export function countFacets(drawers: readonly CountedDrawers[]): Facets {
  const tally = new FacetTally();
  for (const { document, wing, room, hall, topicalHalls, count } of drawers)
    tally.add(
      {
        wing,
        room,
        halls: hall === "" ? topicalHalls : [hall, ...topicalHalls],
        source: document.source,
        documentType: document.documentType,
      },
      count,
    );
  return tally.facets();
}

/** Drawers by wing, room and hall, sorted. */
export function countPlaces(drawers: readonly CountedDrawers[]): readonly PlaceCount[] {
  const places = new Map<string, { -readonly [K in keyof PlaceCount]: PlaceCount[K] }>();
  for (const { wing, room, hall, count, first, last, newest } of drawers) {
    const key = JSON.stringify([wing, room, hall]);
    const known = places.get(key);
    if (known === undefined) places.set(key, { wing, room, hall, count, first, last, newest });
    else {
      known.count += count;
      if (first !== null && (known.first === null || first < known.first)) known.first = first;
      if (last !== null && (known.last === null || last > known.last)) known.last = last;
      if (isNewer(newest, known.newest)) known.newest = newest;
    }
  }
  const compare = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);
  return [...places.values()].sort(
    (a, b) => compare(a.wing, b.wing) || compare(a.room, b.room) || compare(a.hall, b.hall),
  );
}
