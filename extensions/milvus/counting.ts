import type { Document } from "../../src/model/drawer.ts";
import { FacetTally, type Facets, type PlaceCount } from "../../src/storage/ports/search-index.ts";
import type { PlaceGroup } from "../../src/storage/ports/manifest.ts";
import { isNewer, timeOf } from "./rows.ts";
import type { VisibleScopes } from "../../src/model/caller.ts";
import type { DrawerFilter } from "../../src/model/search.ts";
import { versionsExpression } from "./collections.ts";
import { type ConsistentReads, grouped, queryAll } from "./consistent-reads.ts";
import { all, expressionParts, visibleExpression } from "./filter.ts";
import { STORED, storedDrawers } from "./read-drawers.ts";
import { ascending } from "../../src/text/words.ts";

export interface CountedDrawers extends PlaceGroup {
  readonly document: Document;
}

export function countFacets(drawers: readonly CountedDrawers[]): Facets {
  const tally = new FacetTally();
  for (const { document, wing, hall, topicalHalls, count } of drawers)
    tally.add({ wing, halls: hall === "" ? topicalHalls : [hall, ...topicalHalls], source: document.source }, count);
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
  return [...places.values()].sort(
    (a, b) => ascending(a.wing, b.wing) || ascending(a.room, b.room) || ascending(a.hall, b.hall),
  );
}

/** Parts of a filter that the manifest can't tell. */
const OF_DRAWERS = [
  "since",
  "before",
  "excludeIds",
  "elementTypes",
  "roles",
] as const satisfies readonly (keyof DrawerFilter)[];

/** What facets and places are counted from: the manifest where the filter is of what it knows, else the drawers themselves. */
export async function countedDrawers(
  reads: ConsistentReads,
  visible: VisibleScopes,
  filter: DrawerFilter,
): Promise<readonly CountedDrawers[]> {
  return await reads.consistent(visible, [], async (snapshot) => {
    if (snapshot.counts.drawers === 0) return [];
    const documents = await reads.documents.all(visible, snapshot.state.sequence);
    if (OF_DRAWERS.every((name) => filter[name] === undefined))
      return documents.flatMap(({ document, groups }) =>
        groups.filter((group) => passes(document, group, filter)).map((group) => ({ document, ...group })),
      );
    const expression = all([
      visibleExpression(visible, snapshot.hidden),
      ...expressionParts(filter).map((part) => part.expression),
    ]);
    const counted: CountedDrawers[] = [];
    for (const group of grouped(documents.filter(({ drawers }) => drawers > 0))) {
      const rows = await queryAll(reads.collections(snapshot.state), {
        seen: expression,
        expressions: [versionsExpression(group)],
        fields: STORED,
      });
      for (const { drawer, document } of await storedDrawers(reads, rows, visible)) {
        const time = timeOf(drawer);
        const iso = time === null ? null : new Date(time).toISOString();
        counted.push({
          document,
          wing: drawer.placement.wing.value,
          room: drawer.placement.room.value,
          hall: drawer.placement.hall.value ?? "",
          topicalHalls: drawer.placement.topicalHalls,
          count: 1,
          first: iso,
          last: iso,
          newest: { id: drawer.id, time },
        });
      }
    }
    return counted;
  });
}

function passes(document: Document, group: Omit<CountedDrawers, "document">, filter: DrawerFilter): boolean {
  const among = (values: readonly string[] | undefined, own: readonly string[]): boolean =>
    values === undefined || own.some((value) => values.includes(value));
  return (
    among(filter.wings, [group.wing]) &&
    among(filter.halls, group.hall === "" ? group.topicalHalls : [group.hall, ...group.topicalHalls]) &&
    among(filter.rooms, [group.room]) &&
    (filter.places === undefined ||
      filter.places.some(({ wing, room }) => wing === group.wing && room === group.room)) &&
    among(filter.sources, [document.source]) &&
    among(filter.documentTypes, [document.documentType]) &&
    filter.excludeSources?.includes(document.source) !== true &&
    among(filter.paths, [document.path])
  );
}
