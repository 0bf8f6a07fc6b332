import type { Facets } from "../../ports/search-index.ts";
import { visitEligible, type Eligible } from "./eligible.ts";
import type { Segment } from "../segment/segment.ts";

type Counts = Map<string, number>;

/**
 * Counts eligible drawers by value; a drawer counts in its cognitive hall and in each topical one.
 *
 * Cost: one pass over the columns.
 */
export function countFacets(segments: readonly Segment[], { ordinals }: Eligible): Facets {
  const wings: Counts = new Map();
  const halls: Counts = new Map();
  const rooms: Counts = new Map();
  const sources: Counts = new Map();
  const documentTypes: Counts = new Map();
  const taxonomy = new Map<string, Counts>();
  const hallsByWing = new Map<string, Counts>();
  segments.forEach((segment, s) => {
    const { dictionaries, starts, source, type, wing, hall, room, topics } = segment.columns();
    // Placement seldom differs from drawer to drawer, so equal combinations are counted first and named once.
    const combinations = new Map<string, { readonly drawer: number; readonly document: number; count: number }>();
    let document = 0;
    visitEligible(segment, ordinals[s] ?? null, (o) => {
      while ((starts[document + 1] as number) <= o) document++;
      const key = `${wing[o]},${hall[o]},${room[o]},${topics[o]},${source[document]},${type[document]}`;
      const known = combinations.get(key);
      if (known === undefined) combinations.set(key, { drawer: o, document, count: 1 });
      else known.count++;
    });
    for (const { drawer, document, count } of combinations.values()) {
      const wingName = dictionaries.wings[wing[drawer] as number] as string;
      const roomName = dictionaries.rooms[room[drawer] as number] as string;
      const hallName = dictionaries.halls[hall[drawer] as number] as string;
      const topical = dictionaries.topics[topics[drawer] as number] as readonly string[];
      add(wings, wingName, count);
      add(rooms, roomName, count);
      add(sources, dictionaries.sources[source[document] as number] as string, count);
      add(documentTypes, dictionaries.types[type[document] as number] as string, count);
      add(group(taxonomy, wingName), roomName, count);
      for (const name of hallName === "" ? topical : [hallName, ...topical]) {
        add(halls, name, count);
        add(group(hallsByWing, wingName), name, count);
      }
    }
  });
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

function add(counts: Counts, key: string, count: number): void {
  counts.set(key, (counts.get(key) ?? 0) + count);
}

function group(groups: Map<string, Counts>, key: string): Counts {
  let counts = groups.get(key);
  if (counts === undefined) groups.set(key, (counts = new Map()));
  return counts;
}

function byKey<Value>(entries: Map<string, Value>): [string, Value][] {
  return [...entries].sort(([a], [b]) => (a < b ? -1 : 1));
}

function sorted(counts: Counts): Readonly<Record<string, number>> {
  return Object.fromEntries(byKey(counts));
}

function sortedGroups(groups: Map<string, Counts>): Readonly<Record<string, Readonly<Record<string, number>>>> {
  return Object.fromEntries(byKey(groups).map(([key, counts]) => [key, sorted(counts)]));
}
