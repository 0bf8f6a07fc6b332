import { FacetTally, type Facets, type PlaceCount } from "../../ports/search-index.ts";
import type { Segment } from "../segment/segment.ts";
import { isNewer, isSameTime, type PlaceTally } from "../segment/segment-places.ts";
import { visitEligible, type Eligible } from "./eligible.ts";

/** Wing → room → hall. */
type Places = Map<string, Map<string, Map<string, PlaceTally>>>;

/**
 * Counts drawers by wing, room and hall, sorted. What a whole segment comes to stands in the file, written with each commit: a call without a filter
 * looks at no drawer.
 * @param eligible null: all that are not deleted
 * Cost: 2 µs a place of each segment; with a filter a pass over what it leaves
 */
export function countPlaces(segments: readonly Segment[], eligible: Eligible | null): readonly PlaceCount[] {
  const wings: Places = new Map();
  segments.forEach((segment, s) => {
    const ordinals = eligible?.ordinals[s] ?? null;
    for (const tally of ordinals === null ? segment.places() : segment.placesOf(ordinals)) add(wings, tally);
  });
  return sorted(wings).flatMap((rooms) => sorted(rooms).flatMap((halls) => sorted(halls).map(countOf)));
}

function countOf({ wing, room, hall, count, first, last, newest }: PlaceTally): PlaceCount {
  return {
    wing,
    room,
    hall,
    count,
    first: isoTime(first),
    last: isoTime(last),
    newest: { id: newest, time: Number.isNaN(last) ? null : last },
  };
}

const isoTime = (time: number): string | null => (Number.isNaN(time) ? null : new Date(time).toISOString());

function add(wings: Places, tally: PlaceTally): void {
  const { wing, room, hall, count, first, last, newest } = tally;
  let rooms = wings.get(wing);
  if (rooms === undefined) wings.set(wing, (rooms = new Map()));
  let halls = rooms.get(room);
  if (halls === undefined) rooms.set(room, (halls = new Map()));
  const known = halls.get(hall);
  if (known === undefined) halls.set(hall, { wing, room, hall, count, first, last, newest });
  else join(known, tally);
}

/** Counts a place of one part into that of another. */
function join(known: PlaceTally, { count, first, last, newest }: PlaceTally): void {
  if (isNewer(last, known.last) || (isSameTime(last, known.last) && newest < known.newest)) known.newest = newest;
  known.count += count;
  if (!(known.first <= first) && !Number.isNaN(first)) known.first = first;
  if (!(known.last >= last) && !Number.isNaN(last)) known.last = last;
}

/** The values by ascending key. */
const sorted = <Value>(map: ReadonlyMap<string, Value>): readonly Value[] =>
  [...map].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, value]) => value);

/** Live drawers by wing. Cost: as `Segment.wings`. */
export function countWings(segments: readonly Segment[]): Facets["wings"] {
  const wings = new Map<string, number>();
  for (const segment of segments)
    for (const [wing, count] of segment.wings()) wings.set(wing, (wings.get(wing) ?? 0) + count);
  return Object.fromEntries([...wings].sort(([a], [b]) => (a < b ? -1 : 1)));
}

/**
 * Counts eligible drawers by value.
 * Cost: one pass over the columns.
 */
export function countFacets(segments: readonly Segment[], { ordinals }: Eligible): Facets {
  const tally = new FacetTally();
  segments.forEach((segment, s) => {
    const { dictionaries, starts, source, wing, hall, topics } = segment.columns();
    // Placement seldom differs from drawer to drawer, so equal combinations are counted first and named once.
    const combinations = new Map<string, { readonly drawer: number; readonly document: number; count: number }>();
    let document = 0;
    visitEligible(segment, ordinals[s] ?? null, (o) => {
      while ((starts[document + 1] as number) <= o) document++;
      const key = `${wing[o]},${hall[o]},${topics[o]},${source[document]}`;
      const known = combinations.get(key);
      if (known === undefined) combinations.set(key, { drawer: o, document, count: 1 });
      else known.count++;
    });
    for (const { drawer, document, count } of combinations.values()) {
      const hallName = dictionaries.halls[hall[drawer] as number] as string;
      const topical = dictionaries.topics[topics[drawer] as number] as readonly string[];
      const alike = {
        wing: dictionaries.wings[wing[drawer] as number] as string,
        halls: hallName === "" ? topical : [hallName, ...topical],
        source: dictionaries.sources[source[document] as number] as string,
      };
      tally.add(alike, count);
    }
  });
  return tally.facets();
}
