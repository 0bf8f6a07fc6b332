import { FacetTally, type Facets, type PlaceCount } from "../../ports/search-index.ts";
import type { Segment } from "../segment/segment.ts";
import { isNewer, isSameTime, type PlaceTally } from "../segment/segment-places.ts";
import { visitEligible, type Eligible } from "./eligible.ts";
import { ascending } from "../../../text/words.ts";

/** Wing → room → hall. */
type Places = Map<string, Map<string, Map<string, PlaceTally>>>;

/** The places of large segments, which seldom change, sorted. */
interface Base {
  /** Segment → its live documents when it was counted. */
  readonly segments: ReadonlyMap<Segment, number>;
  readonly tallies: readonly PlaceTally[];
  readonly counts: readonly PlaceCount[];
}

/** Share of all drawers: the smallest segments, which together hold no more than this, are added to the cached total of the large ones. */
const SMALL_PART = 1 / 16;

/**
 * Counts drawers by wing, room and hall. What a whole segment comes to stands in the file, written with each commit; what the large ones come to
 * together is remembered until documents of them are deleted: a call without a filter looks at no drawer.
 * With 20,000 places, adding up all of them after each addition takes 45 ms, the small ones alone less than one: see "after a change" of `bench/palace.ts`.
 */
export class PlaceCounter {
  /** By the largest segment. */
  private readonly bases = new WeakMap<Segment, Base>();

  /** @param eligible null: all that are not deleted. Cost: new segments, and a copy of the list; with a filter a pass over what it leaves */
  count(segments: readonly Segment[], eligible: Eligible | null): readonly PlaceCount[] {
    if (eligible !== null) return tallied(segments, eligible).map((tally) => countOf(tally));
    const base = this.baseOf(segments);
    const others = segments.filter((segment) => !base.segments.has(segment));
    return merged(base, tallied(others, null));
  }

  /** What the large segments come to; made anew when one of them came, went or lost documents. */
  private baseOf(segments: readonly Segment[]): Base {
    const bySize = [...segments].sort((a, b) => b.live.drawers - a.live.drawers);
    let left = segments.reduce((sum, { live }) => sum + live.drawers, 0);
    const small = left * SMALL_PART;
    const large: Segment[] = [];
    for (const segment of bySize) {
      if (left <= small) break;
      large.push(segment);
      left -= segment.live.drawers;
    }
    const [largest] = large;
    const known = largest === undefined ? undefined : this.bases.get(largest);
    if (
      known?.segments.size === large.length &&
      large.every((segment) => known.segments.get(segment) === segment.live.documents)
    )
      return known;
    const tallies = tallied(large, null);
    const base: Base = {
      segments: new Map(large.map((segment) => [segment, segment.live.documents])),
      tallies,
      counts: tallies.map((tally) => countOf(tally)),
    };
    if (largest !== undefined) this.bases.set(largest, base);
    return base;
  }
}

/** What some segments come to, sorted. */
function tallied(segments: readonly Segment[], eligible: Eligible | null): readonly PlaceTally[] {
  const wings: Places = new Map();
  segments.forEach((segment, s) => {
    const ordinals = eligible?.ordinals[s] ?? null;
    for (const tally of ordinals === null ? segment.places() : segment.placesOf(ordinals)) add(wings, tally);
  });
  return sorted(wings).flatMap((rooms) => sorted(rooms).flatMap((halls) => sorted(halls)));
}

/** @param more sorted */
function merged({ tallies, counts }: Base, more: readonly PlaceTally[]): readonly PlaceCount[] {
  const places: PlaceCount[] = [];
  let done = 0;
  for (const tally of more) {
    while (done < tallies.length && compare(tallies[done] as PlaceTally, tally) < 0)
      places.push(counts[done++] as PlaceCount);
    const same = tallies[done];
    if (same === undefined || compare(same, tally) !== 0) places.push(countOf(tally));
    else {
      const both = { ...same };
      join(both, tally);
      places.push(countOf(both));
      done++;
    }
  }
  return places.concat(counts.slice(done));
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

const compare = (a: PlaceTally, b: PlaceTally): number =>
  ascending(a.wing, b.wing) || ascending(a.room, b.room) || ascending(a.hall, b.hall);

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
