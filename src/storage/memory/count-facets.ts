import type { Facets } from "../ports/search-index.ts";
import type { AnalysedDrawer } from "./analysed-drawer.ts";

type Counts = Record<string, number>;

/** Drawer counts by wing, hall, room, source and type; a drawer counts in its cognitive hall and in each topical one. */
export function countFacets(drawers: readonly AnalysedDrawer[]): Facets {
  const wings: Counts = {};
  const halls: Counts = {};
  const rooms: Counts = {};
  const sources: Counts = {};
  const documentTypes: Counts = {};
  const taxonomy: Record<string, Counts> = {};
  const hallsByWing: Record<string, Counts> = {};
  for (const { drawer, document } of drawers) {
    const { wing, hall, room, topicalHalls } = drawer.placement;
    add(wings, wing.value);
    add(rooms, room.value);
    add(sources, document.source);
    add(documentTypes, document.documentType);
    add((taxonomy[wing.value] ??= {}), room.value);
    for (const name of hall.value === null ? topicalHalls : [hall.value, ...topicalHalls]) {
      add(halls, name);
      add((hallsByWing[wing.value] ??= {}), name);
    }
  }
  return {
    wings: sorted(wings),
    halls: sorted(halls),
    rooms: sorted(rooms),
    sources: sorted(sources),
    documentTypes: sorted(documentTypes),
    taxonomy: sortedGroups(taxonomy),
    hallsByWing: sortedGroups(hallsByWing),
  };
}

function add(counts: Counts, key: string): void {
  counts[key] = (counts[key] ?? 0) + 1;
}

function byKey<T>(entries: Record<string, T>): [string, T][] {
  return Object.entries(entries).sort(([a], [b]) => (a < b ? -1 : 1));
}

function sorted(counts: Counts): Counts {
  return Object.fromEntries(byKey(counts));
}

function sortedGroups(groups: Record<string, Counts>): Record<string, Counts> {
  return Object.fromEntries(byKey(groups).map(([key, counts]) => [key, sorted(counts)]));
}
