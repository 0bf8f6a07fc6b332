import type { PlaceCount, Facets } from "../../ports/search-index.ts";
import type { Segment } from "../segment/segment.ts";
import { readId } from "../codec/drawer-id.ts";
import { visitEligible, type Eligible } from "./eligible.ts";
import { FacetTally } from "../../ports/facet-tally.ts";

/** Drawers of one place, with the first and last content date in milliseconds; NaN where none has a date. */
interface Tally {
  readonly wing: string;
  readonly room: string;
  readonly hall: string;
  count: number;
  first: number;
  last: number;
  /** The newest drawer: by date, undated ones last, then by id. */
  newest: string;
}

/** Wing → room → hall. */
type Places = Map<string, Map<string, Map<string, Tally>>>;

const DAY_MS = 86_400_000;

/** The places of large segments, which seldom change, sorted. */
interface Base {
  /** Segment → its live documents when it was counted. */
  readonly segments: ReadonlyMap<Segment, number>;
  readonly tallies: readonly Tally[];
  readonly counts: readonly PlaceCount[];
}

/** Share of all drawers: the smallest segments, which together hold no more than this, are added to the cached total of the large ones. */
const SMALL_PART = 1 / 16;

/**
 * Counts drawers by wing, room and hall. What a whole segment comes to is remembered until documents of it are deleted, since a segment
 * never changes otherwise, and so is what the large ones come to together: a call without a filter counts only what is new.
 */
export class PlaceCounter {
  private readonly days = new Map<number, string>();
  private readonly known = new WeakMap<Segment, { readonly live: number; readonly tallies: readonly Tally[] }>();
  /** By the largest segment. */
  private readonly bases = new WeakMap<Segment, Base>();

  /** @param eligible null: all that are not deleted. Cost: new segments, and a copy of the list; with a filter a pass over what it leaves */
  count(segments: readonly Segment[], eligible: Eligible | null): readonly PlaceCount[] {
    if (eligible !== null) {
      const wings: Places = new Map();
      segments.forEach((segment, s) => {
        for (const tally of tallySegment(segment, eligible.ordinals[s] ?? null)) add(wings, tally);
      });
      return inOrder(wings).map((tally) => this.countOf(tally));
    }
    const base = this.baseOf(segments);
    const wings: Places = new Map();
    for (const segment of segments)
      if (!base.segments.has(segment)) for (const tally of this.whole(segment)) add(wings, tally);
    return this.merged(base, inOrder(wings));
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
      known !== undefined &&
      known.segments.size === large.length &&
      large.every((segment) => known.segments.get(segment) === segment.live.documents)
    )
      return known;
    const wings: Places = new Map();
    for (const segment of large) for (const tally of this.whole(segment)) add(wings, tally);
    const tallies = inOrder(wings);
    const base: Base = {
      segments: new Map(large.map((segment) => [segment, segment.live.documents])),
      tallies,
      counts: tallies.map((tally) => this.countOf(tally)),
    };
    if (largest !== undefined) this.bases.set(largest, base);
    return base;
  }

  /** @param more sorted */
  private merged({ tallies, counts }: Base, more: readonly Tally[]): readonly PlaceCount[] {
    const merged: PlaceCount[] = [];
    let done = 0;
    for (const tally of more) {
      const at = placeAt(tallies, tally, done);
      for (; done < at; done++) merged.push(counts[done] as PlaceCount);
      const same = tallies[at];
      if (same === undefined || compare(same, tally) !== 0) merged.push(this.countOf(tally));
      else {
        const both = { ...same };
        join(both, tally);
        merged.push(this.countOf(both));
        done++;
      }
    }
    for (; done < counts.length; done++) merged.push(counts[done] as PlaceCount);
    return merged;
  }

  private countOf({ wing, room, hall, count, first, last, newest }: Tally): PlaceCount {
    return {
      wing,
      room,
      hall,
      count,
      first: this.dayOf(first),
      last: this.dayOf(last),
      newest: { id: newest, time: Number.isNaN(last) ? null : last },
    };
  }

  /** Writing a date costs more than counting its drawers, and there are few days. */
  private dayOf(time: number): string | null {
    if (Number.isNaN(time)) return null;
    const number = Math.floor(time / DAY_MS);
    let day = this.days.get(number);
    if (day === undefined) this.days.set(number, (day = new Date(time).toISOString().slice(0, 10)));
    return day;
  }

  private whole(segment: Segment): readonly Tally[] {
    const live = segment.live.documents;
    const known = this.known.get(segment);
    if (known?.live === live) return known.tallies;
    const tallies = tallySegment(segment, null);
    this.known.set(segment, { live, tallies });
    return tallies;
  }
}

function tallySegment(segment: Segment, ordinals: Uint32Array | null): readonly Tally[] {
  const { dictionaries, wing, room, hall, date } = segment.columns();
  const { wings, rooms, halls } = dictionaries;
  const byCode = new Map<number, Tally & { ordinal: number }>();
  // Neighbours mostly stand in one place, so the last one is tried first.
  let lastCode = -1;
  let tally: (Tally & { ordinal: number }) | undefined;
  visitEligible(segment, ordinals, (o) => {
    const code = ((wing[o] as number) * rooms.length + (room[o] as number)) * halls.length + (hall[o] as number);
    if (code !== lastCode) {
      lastCode = code;
      tally = byCode.get(code);
      if (tally === undefined) {
        tally = {
          wing: wings[wing[o] as number] as string,
          room: rooms[room[o] as number] as string,
          hall: halls[hall[o] as number] as string,
          count: 0,
          first: Number.NaN,
          last: Number.NaN,
          newest: "",
          ordinal: -1,
        };
        byCode.set(code, tally);
      }
    }
    const own = tally as Tally & { ordinal: number };
    const time = date[o] as number;
    own.count++;
    if (
      own.ordinal < 0 ||
      isNewer(time, own.last) ||
      (isSameTime(time, own.last) && segment.compareIds(o, segment, own.ordinal) < 0)
    )
      own.ordinal = o;
    // False for NaN on the right; true for NaN in the tally.
    if (!(own.first <= time) && !Number.isNaN(time)) own.first = time;
    if (!(own.last >= time) && !Number.isNaN(time)) own.last = time;
  });
  for (const own of byCode.values()) own.newest = readId(segment.idsOf([own.ordinal]), 0);
  return [...byCode.values()];
}

/** Whether a date comes before another in the order of `recent`; NaN: unknown, last. */
function isNewer(a: number, b: number): boolean {
  return a > b || (Number.isNaN(b) && !Number.isNaN(a));
}

function isSameTime(a: number, b: number): boolean {
  return a === b || (Number.isNaN(a) && Number.isNaN(b));
}

function add(wings: Places, tally: Tally): void {
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
function join(known: Tally, { count, first, last, newest }: Tally): void {
  if (isNewer(last, known.last) || (isSameTime(last, known.last) && newest < known.newest)) known.newest = newest;
  known.count += count;
  if (!(known.first <= first) && !Number.isNaN(first)) known.first = first;
  if (!(known.last >= last) && !Number.isNaN(last)) known.last = last;
}

/** Where a place stands in a sorted list, or would stand; not before `from`. */
function placeAt(tallies: readonly Tally[], tally: Tally, from: number): number {
  let low = from;
  let high = tallies.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (compare(tallies[middle] as Tally, tally) < 0) low = middle + 1;
    else high = middle;
  }
  return low;
}

function compare(a: Tally, b: Tally): number {
  return order(a.wing, b.wing) || order(a.room, b.room) || order(a.hall, b.hall);
}

function order(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}

function inOrder(wings: Places): readonly Tally[] {
  return sorted(wings).flatMap((rooms) => sorted(rooms).flatMap((halls) => sorted(halls)));
}

/** The values by ascending key. */
function sorted<Value>(map: ReadonlyMap<string, Value>): readonly Value[] {
  return [...map].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, value]) => value);
}

/**
 * Counts eligible drawers by value.
 *
 * Cost: one pass over the columns.
 */
export function countFacets(segments: readonly Segment[], { ordinals }: Eligible): Facets {
  const tally = new FacetTally();
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
      const hallName = dictionaries.halls[hall[drawer] as number] as string;
      const topical = dictionaries.topics[topics[drawer] as number] as readonly string[];
      const alike = {
        wing: dictionaries.wings[wing[drawer] as number] as string,
        halls: hallName === "" ? topical : [hallName, ...topical],
        room: dictionaries.rooms[room[drawer] as number] as string,
        source: dictionaries.sources[source[document] as number] as string,
        documentType: dictionaries.types[type[document] as number] as string,
      };
      tally.add(alike, count);
    }
  });
  return tally.facets();
}
