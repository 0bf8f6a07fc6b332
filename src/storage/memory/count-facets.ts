import type { Facets } from "../ports/search-index.ts";
import type { AnalysedDrawer } from "./analysed-drawer.ts";

type Counts = Map<string, number>;

/** Drawer counts by wing, hall, room, source and type; a drawer counts in its cognitive hall and in each topical one. */
export function countFacets(drawers: readonly AnalysedDrawer[]): Facets {
  const wings: Counts = new Map();
  const halls: Counts = new Map();
  const rooms: Counts = new Map();
  const sources: Counts = new Map();
  const documentTypes: Counts = new Map();
  const taxonomy = new Map<string, Counts>();
  const hallsByWing = new Map<string, Counts>();
  for (const { drawer, document } of drawers) {
    const { wing, hall, room, topicalHalls } = drawer.placement;
    add(wings, wing.value);
    add(rooms, room.value);
    add(sources, document.source);
    add(documentTypes, document.documentType);
    add(group(taxonomy, wing.value), room.value);
    for (const name of hall.value === null ? topicalHalls : [hall.value, ...topicalHalls]) {
      add(halls, name);
      add(group(hallsByWing, wing.value), name);
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
  counts.set(key, (counts.get(key) ?? 0) + 1);
}

function group(groups: Map<string, Counts>, key: string): Counts {
  const counts = groups.get(key) ?? new Map<string, number>();
  groups.set(key, counts);
  return counts;
}

function byKey<Value>(entries: ReadonlyMap<string, Value>): [string, Value][] {
  return [...entries].sort(([a], [b]) => (a < b ? -1 : 1));
}

function sorted(counts: Counts): Readonly<Record<string, number>> {
  return Object.fromEntries(byKey(counts));
}

function sortedGroups(groups: ReadonlyMap<string, Counts>): Facets["taxonomy"] {
  return Object.fromEntries(byKey(groups).map(([key, counts]) => [key, sorted(counts)]));
}
