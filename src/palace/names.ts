import { keeping } from "../caches/bounded-cache.ts";
import type { DrawerFilter } from "../model/search.ts";
import type { Correction, PalaceRow } from "../model/drawer.ts";
import { slug } from "../text/slug.ts";
import { type Corrections, readyCorrections } from "./corrections.ts";
import { hallName } from "./halls/classify-hall.ts";
import { slugConcepts, type SlugConcepts } from "./rooms/concept.ts";
import { joinRooms } from "./rooms/room-name.ts";
import { wingSlug } from "./wing.ts";

export interface Place {
  readonly wing: string;
  readonly room: string;
}

/** The names under which places are shown: as stored, with rooms that mean the same joined and what people corrected. */
export interface PalaceNames {
  /** How a place is called: one that is stored, or one that somebody names, whose room may be another word for one that is. */
  readonly shown: (place: Place) => Place;
  /**
   * A filter by names that people use (shown, earlier, or aliases; any spelling that gives the slug) as one by stored names. A room that
   * nothing is called means those whose names it begins or ends; else it matches nothing.
   */
  readonly narrow: (filter: DrawerFilter) => DrawerFilter;
}

/**
 * The names for what a caller sees. Names are worked out when places are read, never stored, so a correction holds at once for every drawer,
 * survives any re-indexing, and rooms of others, whom the caller doesn't see, join nothing.
 * @param rows the stored places that the caller sees
 * @param conceptOf remembers names from one call to the next, where the same one is given again
 * @param joined which rooms stand for which others, as `joinedRooms` gives it
 * Cost: on first use linear in the rooms, about 5 µs each; then a look-up.
 */
export function palaceNames(
  rows: readonly PalaceRow[],
  corrections: readonly Correction[],
  {
    conceptOf = slugConcepts(),
    joined = () => joinedRooms(rows, conceptOf),
  }: { readonly conceptOf?: SlugConcepts; readonly joined?: () => ReadonlyMap<string, string> } = {},
): PalaceNames {
  let ready: Corrections | null = null;
  const corrected = (): Corrections => (ready ??= readyCorrections(corrections, joined()));
  let storedName: ((room: string) => string) | null = null;
  const inWing = keeping((stored: string) => {
    const wing = corrected().wing(stored);
    storedName ??= storedRoomName(rows, corrections, conceptOf);
    const nameOf = storedName;
    return keeping((room: string): Place => ({ wing, room: corrected().room(wing, nameOf(room)) }));
  });
  const shown = (place: Place): Place => inWing(place.wing)(place.room);
  let storedWings: ReadonlySet<string> | null = null;
  const wingsNamed = (names: readonly string[]): DrawerFilter => {
    const { wing } = readyCorrections(corrections);
    const wanted = new Set(names.map((name) => wing(wingSlug(name))));
    storedWings ??= new Set(rows.map((row) => row.wing));
    return { wings: [...storedWings].filter((stored) => wanted.has(wing(stored))) };
  };
  const placesNamed = new Map<string, DrawerFilter>();
  return {
    shown,
    narrow(filter) {
      const { wings, rooms, halls, ...rest } = filter;
      const named = halls === undefined ? rest : { ...rest, halls: halls.map(hallName) };
      if (wings === undefined && rooms === undefined) return named;
      const key = JSON.stringify([wings, rooms]);
      let stored = placesNamed.get(key);
      if (stored === undefined) {
        // Rooms take a walk over all places; a wing alone is asked for most and takes none.
        stored = rooms === undefined ? wingsNamed(wings ?? []) : storedPlaces(rows, { wings, rooms }, shown);
        if (placesNamed.size >= FILTERS_KEPT) placesNamed.clear();
        placesNamed.set(key, stored);
      }
      return { ...named, ...stored };
    },
  };
}

const FILTERS_KEPT = 64;

/** For each room that another one stands for, that other one; see `joinRooms`. @param conceptOf as in `palaceNames` */
export const joinedRooms = (
  rows: readonly Pick<PalaceRow, "room" | "count">[],
  conceptOf?: SlugConcepts,
): ReadonlyMap<string, string> => joinRooms(countedRooms(rows), conceptOf);

function countedRooms(
  rows: readonly Pick<PalaceRow, "room" | "count">[],
): readonly { readonly room: string; readonly count: number }[] {
  const counts = new Map<string, number>();
  for (const { room, count } of rows) counts.set(room, (counts.get(room) ?? 0) + count);
  return [...counts].map(([room, count]) => ({ room, count }));
}

/** A room's name as it is stored: of one that isn't, another that means the same (`movies` for `movie`), else the name as it is. */
function storedRoomName(
  rows: readonly PalaceRow[],
  corrections: readonly Correction[],
  conceptOf: SlugConcepts,
): (room: string) => string {
  const known = new Set([
    ...rows.map(({ room }) => room),
    ...corrections.flatMap((one) => (one.kind === "room" ? [one.from, one.to] : [])),
  ]);
  let byConcept: ReadonlyMap<string, string> | null = null;
  return (room) => {
    if (room === "" || known.has(room)) return room;
    byConcept ??= new Map(
      [...known]
        .sort()
        .reverse()
        .map((one) => [conceptOf(one).key, one]),
    );
    const { key } = conceptOf(room);
    return key === "" ? room : (byConcept.get(key) ?? room);
  };
}

type Asked = { readonly wings: readonly string[] | undefined; readonly rooms: readonly string[] };

/** Whether a name's first or last words are a room's. */
const isEndOf = (room: string, name: string): boolean => name.startsWith(`${room}-`) || name.endsWith(`-${room}`);

function storedPlaces(rows: readonly PalaceRow[], asked: Asked, shown: (place: Place) => Place): DrawerFilter {
  const wings =
    asked.wings === undefined
      ? null
      : new Set(asked.wings.map((name) => shown({ wing: wingSlug(name), room: "" }).wing));
  const all = rows.map(({ wing, room }) => ({ place: { wing, room }, called: shown({ wing, room }) }));
  const own = wings === null ? all : all.filter(({ called }) => wings.has(called.wing));
  const shownWings = [...new Set(own.map(({ called }) => called.wing))];
  const wanted = asked.rooms.flatMap((name) => {
    const room = slug(name);
    const meant = new Map(shownWings.map((wing) => [wing, shown({ wing, room }).room]));
    const named = own.filter(({ called }) => called.room === meant.get(called.wing));
    // Of a room in a tree people name the folder: the innermost, or one that holds others.
    return named.length > 0 || room === "" ? named : own.filter(({ called }) => isEndOf(room, called.room));
  });
  const inside = new Map(wanted.map(({ place }) => [`${place.wing}\u0000${place.room}`, place]));
  const outside = own.flatMap(({ place }) => (inside.has(`${place.wing}\u0000${place.room}`) ? [] : [place]));
  const places = [...inside.values()];
  const storedWings = wings === null ? {} : { wings: [...new Set(own.map(({ place }) => place.wing))] };
  const storedRooms = new Set(places.map(({ room }) => room));
  // Plain lists where they say the same: they are what engines are quickest at.
  return outside.some(({ room }) => storedRooms.has(room))
    ? { ...storedWings, places }
    : { ...storedWings, rooms: [...storedRooms] };
}

/** Names that know nothing of the places that there are, only of rooms that others stand for. */
export interface NamesOfStored extends PalaceNames {
  /** Whether `narrow` can answer: not for rooms, nor for wings where some were renamed. */
  readonly canNarrow: (filter: DrawerFilter) => boolean;
}

/**
 * The names of `palaceNames` for places that are known to be stored, without a look at all the others.
 * @param joined as `joinedRooms` gives it for what the caller sees
 * Cost: the corrections.
 */
export function namesOfStored(joined: ReadonlyMap<string, string>, corrections: readonly Correction[]): NamesOfStored {
  const renamed = corrections.some(({ kind }) => kind === "wing");
  const ready = readyCorrections(corrections, joined);
  return {
    shown({ wing, room }) {
      const shown = ready.wing(wing);
      return { wing: shown, room: ready.room(shown, room) };
    },
    canNarrow: ({ wings, rooms }) => rooms === undefined && (wings === undefined || !renamed),
    narrow: ({ wings, halls, ...rest }) => ({
      ...rest,
      ...(halls !== undefined && { halls: halls.map(hallName) }),
      ...(wings !== undefined && { wings: [...new Set(wings.map(wingSlug))] }),
    }),
  };
}

/** Rows of which several may name one place, as one a place: counts summed, first and last day of all. Sorted by wing, room, hall. */
export function mergeRows(rows: readonly PalaceRow[]): readonly PalaceRow[] {
  const places = Map.groupBy(rows, ({ wing, room, hall }) => `${wing}\u0000${room}\u0000${hall}`);
  const sum = (known: PalaceRow, { count, first, last }: PalaceRow): PalaceRow => ({
    ...known,
    count: known.count + count,
    first: earlier(known.first, first),
    last: later(known.last, last),
  });
  return [...places].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, own]) => own.reduce(sum));
}

const earlier = (a: string | null, b: string | null): string | null => (a === null || (b !== null && b < a) ? b : a);

/** The later of two times; of one where the other is null. */
export const later = (a: string | null, b: string | null): string | null =>
  a === null || (b !== null && b > a) ? b : a;
