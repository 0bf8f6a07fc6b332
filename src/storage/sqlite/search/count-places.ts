import type { PlaceCount } from "../../ports/search-index.ts";
import type { Segment } from "../segment/segment.ts";
import { visitEligible, type Eligible } from "./eligible.ts";

/** Drawers of one place, with the first and last content date in milliseconds; NaN where none has a date. */
interface Tally {
  readonly wing: string;
  readonly room: string;
  readonly hall: string;
  count: number;
  first: number;
  last: number;
}

/**
 * Counts drawers by wing, room and hall. What a whole segment comes to is remembered until documents of it are deleted, since a segment
 * never changes otherwise; so a call without a filter counts only what is new.
 */
export class PlaceCounter {
  private readonly known = new WeakMap<Segment, { readonly live: number; readonly tallies: readonly Tally[] }>();

  /** @param eligible null: all that are not deleted. Cost: new segments, and the places; with a filter a pass over what it leaves */
  count(segments: readonly Segment[], eligible: Eligible | null): readonly PlaceCount[] {
    const places = new Map<string, Tally>();
    segments.forEach((segment, s) => {
      for (const tally of eligible === null ? this.whole(segment) : tallySegment(segment, eligible.ordinals[s] ?? null)) add(places, tally);
    });
    return [...places]
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .map(([, { wing, room, hall, count, first, last }]) => ({ wing, room, hall, count, first: dayOf(first), last: dayOf(last) }));
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
  const byCode = new Map<number, Tally>();
  // Neighbours mostly stand in one place, so the last one is tried first.
  let lastCode = -1;
  let tally: Tally | undefined;
  visitEligible(segment, ordinals, (o) => {
    const code = ((wing[o] as number) * rooms.length + (room[o] as number)) * halls.length + (hall[o] as number);
    if (code !== lastCode) {
      lastCode = code;
      tally = byCode.get(code);
      if (tally === undefined) {
        tally = { wing: wings[wing[o] as number] as string, room: rooms[room[o] as number] as string, hall: halls[hall[o] as number] as string, count: 0, first: Number.NaN, last: Number.NaN };
        byCode.set(code, tally);
      }
    }
    const own = tally as Tally;
    const time = date[o] as number;
    own.count++;
    // False for NaN on the right; true for NaN in the tally.
    if (!(own.first <= time) && !Number.isNaN(time)) own.first = time;
    if (!(own.last >= time) && !Number.isNaN(time)) own.last = time;
  });
  return [...byCode.values()];
}

function add(places: Map<string, Tally>, { wing, room, hall, count, first, last }: Tally): void {
  // U+0000 sorts before everything that a name may go on with.
  const key = `${wing}\u0000${room}\u0000${hall}`;
  const known = places.get(key);
  if (known === undefined) {
    places.set(key, { wing, room, hall, count, first, last });
    return;
  }
  known.count += count;
  if (!(known.first <= first) && !Number.isNaN(first)) known.first = first;
  if (!(known.last >= last) && !Number.isNaN(last)) known.last = last;
}

function dayOf(time: number): string | null {
  return Number.isNaN(time) ? null : new Date(time).toISOString().slice(0, 10);
}
