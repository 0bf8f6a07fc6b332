import { damaged } from "../database/storage-error.ts";
import { compareIds, ID_BYTES, readId } from "../codec/bytes.ts";
import type { SegmentColumns } from "./segment-columns.ts";

/** Drawers of one place, with the first and last content date in milliseconds; NaN where none has a date. */
export interface PlaceTally {
  readonly wing: string;
  readonly room: string;
  readonly hall: string;
  count: number;
  first: number;
  last: number;
  /** The newest drawer: by date, undated ones last, then by id. */
  newest: string;
}

export type SegmentIds = ReturnType<typeof idsIn>;

/** Ids that stand side by side. */
export const idsIn = (ids: Uint8Array) => ({
  /** Order of two drawers' ids, as of the ids. */
  compare: (ordinal: number, other: number): number => compareIds(ids, ordinal * ID_BYTES, ids, other * ID_BYTES),
  /** 16 bytes. */
  of: (ordinal: number): Uint8Array => ids.subarray(ordinal * ID_BYTES, (ordinal + 1) * ID_BYTES),
});

/**
 * Counts drawers of a segment by wing, room and hall.
 * @param each calls back for each drawer that counts, by ordinal
 * Cost: a pass over the columns.
 */
export function tallyPlaces(
  columns: Pick<SegmentColumns, "dictionaries" | "wing" | "room" | "hall" | "date">,
  ids: SegmentIds,
  each: (visit: (ordinal: number) => void) => void,
): readonly PlaceTally[] {
  const { dictionaries, wing, room, hall, date } = columns;
  const { wings, rooms, halls } = dictionaries;
  const byCode = new Map<number, PlaceTally & { ordinal: number }>();
  // Neighbours mostly stand in one place, so the last one is tried first.
  let lastCode = -1;
  let tally: (PlaceTally & { ordinal: number }) | undefined;
  each((o) => {
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
    const own = tally as PlaceTally & { ordinal: number };
    const time = date[o] as number;
    own.count++;
    if (own.ordinal < 0 || isNewer(time, own.last) || (isSameTime(time, own.last) && ids.compare(o, own.ordinal) < 0))
      own.ordinal = o;
    // False for NaN on the right; true for NaN in the tally.
    if (!(own.first <= time) && !Number.isNaN(time)) own.first = time;
    if (!(own.last >= time) && !Number.isNaN(time)) own.last = time;
  });
  return Array.from(byCode.values(), ({ ordinal, ...own }) => ({
    ...own,
    newest: readId(Buffer.from(ids.of(ordinal)), 0),
  }));
}

/** Whether a date comes before another in the order of `recent`; NaN: unknown, last. */
export const isNewer = (a: number, b: number): boolean => a > b || (Number.isNaN(b) && !Number.isNaN(a));

export const isSameTime = (a: number, b: number): boolean => a === b || (Number.isNaN(a) && Number.isNaN(b));

/** Calls back for each of so many drawers. @param dead 1 for each that doesn't count; null: all count */
export function eachLive(drawers: number, dead: Uint8Array | null): (visit: (ordinal: number) => void) => void {
  return (visit) => {
    for (let o = 0; o < drawers; o++) if (dead === null || dead[o] === 0) visit(o);
  };
}

export function byWing(tallies: readonly PlaceTally[]): ReadonlyMap<string, number> {
  const wings = new Map<string, number>();
  for (const { wing, count } of tallies) wings.set(wing, (wings.get(wing) ?? 0) + count);
  return wings;
}

/** The same as bytes. */
export const packWings = (tallies: readonly PlaceTally[]): Uint8Array =>
  Buffer.from(JSON.stringify([...byWing(tallies)]));

/** The counts as bytes: what a fresh process knows of a segment's places without a look at its drawers. */
export function packPlaces(tallies: readonly PlaceTally[]): Uint8Array {
  // JSON has no NaN: null stands for it.
  return Buffer.from(
    JSON.stringify(
      tallies.map(({ wing, room, hall, count, first, last, newest }) => [wing, room, hall, count, first, last, newest]),
    ),
  );
}

type PlaceRow = [string, string, string, number, number | null, number | null, string];

/** @param drawers that they must add up to @throws LociError `INDEX_DAMAGED` when they don't */
function unpack<Row>(packed: Uint8Array, drawers: number, countOf: (row: Row) => number): readonly Row[] {
  const rows = JSON.parse(Buffer.from(packed.buffer, packed.byteOffset, packed.length).toString()) as Row[];
  const sum = rows.reduce((all, row) => all + countOf(row), 0);
  if (sum !== drawers) throw damaged("index", `${sum} drawers stand in places of a segment that has ${drawers}`);
  return rows;
}

/** @throws as `unpack` */
export const unpackWings = (packed: Uint8Array, drawers: number): ReadonlyMap<string, number> =>
  new Map(unpack<readonly [string, number]>(packed, drawers, ([, count]) => count));

/** @throws as `unpack` */
export function unpackPlaces(packed: Uint8Array, drawers: number): readonly PlaceTally[] {
  const rows = unpack<PlaceRow>(packed, drawers, ([, , , count]) => count);
  return rows.map(([wing, room, hall, count, first, last, newest]): PlaceTally => ({
    wing,
    room,
    hall,
    count,
    first: first ?? Number.NaN,
    last: last ?? Number.NaN,
    newest,
  }));
}
