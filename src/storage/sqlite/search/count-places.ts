import type { PlaceCount } from "../../ports/search-index.ts";
import type { Segment } from "../segment/segment.ts";
import { ID_BYTES, readId } from "../codec/drawer-id.ts";
import { visitEligible, type Eligible } from "./eligible.ts";

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

/**
 * Counts drawers by wing, room and hall. What a whole segment comes to is remembered until documents of it are deleted, since a segment
 * never changes otherwise; so a call without a filter counts only what is new.
 */
export class PlaceCounter {
  private readonly days = new Map<number, string>();
  private readonly known = new WeakMap<Segment, { readonly live: number; readonly tallies: readonly Tally[] }>();

  /** @param eligible null: all that are not deleted. Cost: new segments, and the places; with a filter a pass over what it leaves */
  count(segments: readonly Segment[], eligible: Eligible | null): readonly PlaceCount[] {
    const wings: Places = new Map();
    segments.forEach((segment, s) => {
      for (const tally of eligible === null ? this.whole(segment) : tallySegment(segment, eligible.ordinals[s] ?? null)) add(wings, tally);
    });
    return sorted(wings).flatMap((rooms) =>
      sorted(rooms).flatMap((halls) =>
        sorted(halls).map(({ wing, room, hall, count, first, last, newest }) => ({
          wing,
          room,
          hall,
          count,
          first: this.dayOf(first),
          last: this.dayOf(last),
          newest: { id: newest, time: Number.isNaN(last) ? null : last },
        })),
      ),
    );
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
  const ids = segment.ids();
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
        tally = { wing: wings[wing[o] as number] as string, room: rooms[room[o] as number] as string, hall: halls[hall[o] as number] as string, count: 0, first: Number.NaN, last: Number.NaN, newest: "", ordinal: -1 };
        byCode.set(code, tally);
      }
    }
    const own = tally as Tally & { ordinal: number };
    const time = date[o] as number;
    own.count++;
    if (own.ordinal < 0 || isNewer(time, own.last) || (isSameTime(time, own.last) && ids.compare(ids, own.ordinal * ID_BYTES, (own.ordinal + 1) * ID_BYTES, o * ID_BYTES, (o + 1) * ID_BYTES) < 0)) own.ordinal = o;
    // False for NaN on the right; true for NaN in the tally.
    if (!(own.first <= time) && !Number.isNaN(time)) own.first = time;
    if (!(own.last >= time) && !Number.isNaN(time)) own.last = time;
  });
  for (const own of byCode.values()) own.newest = readId(ids, own.ordinal * ID_BYTES);
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
  if (known === undefined) {
    halls.set(hall, { wing, room, hall, count, first, last, newest });
    return;
  }
  if (isNewer(last, known.last) || (isSameTime(last, known.last) && newest < known.newest)) known.newest = newest;
  known.count += count;
  if (!(known.first <= first) && !Number.isNaN(first)) known.first = first;
  if (!(known.last >= last) && !Number.isNaN(last)) known.last = last;
}

/** The values by ascending key. */
function sorted<Value>(map: ReadonlyMap<string, Value>): readonly Value[] {
  return [...map].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, value]) => value);
}
