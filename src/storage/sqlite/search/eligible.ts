import { type DrawerFilter, type FilterTable, filterParts } from "../../../model/search.ts";
import { MESSAGE_ROLES, roleCode } from "../../../model/message-role.ts";
import type { Segment } from "../segment/segment.ts";
import type { Dictionaries } from "../segment/segment-columns.ts";
import type { DrawerLocations } from "../drawers/drawer-reader.ts";
import type { BoundedCache } from "../../../caches/bounded-cache.ts";
import { eachLive } from "../segment/segment-places.ts";
import type { SequenceFinder } from "./sorted-lists.ts";

/** Which drawers may be returned, decided before anything is scored. */
export interface Eligible {
  /** One a segment: ordinals of the eligible drawers, ascending; null: all that are not deleted. */
  readonly ordinals: readonly (Uint32Array | null)[];
  readonly count: number;
  readonly removed: readonly { readonly by: string; readonly drawers: number }[];
  /** The eligible drawers of segment `s` as a mask; null: all. */
  readonly mask: (s: number) => Uint8Array | null;
}

export interface Narrowing {
  readonly filter: DrawerFilter;
  /** Of phrases and exclusions; absent: there are none. */
  readonly finder?: SequenceFinder;
}

export interface NarrowingSource {
  readonly locations: DrawerLocations;
  /** By filter; weighed in bytes. */
  readonly kept: BoundedCache<string, KeptEligible>;
}

/** What a filter let through, as long as the segments are as they were. */
export interface KeptEligible {
  readonly states: readonly Segment["state"][];
  readonly eligible: Eligible;
}

/**
 * Applies the parts of a filter in the order of the contract. What places and sources let through is kept: a few wings are asked again and again, and of
 * 476,000 drawers finding those of one took a tenth of a search.
 * Cost: a pass over a column of codes for each part.
 */
export function eligibleDrawers(segments: readonly Segment[], query: Narrowing, source: NarrowingSource): Eligible {
  const { filter, finder } = query;
  const { paths, since, before, excludeIds } = filter;
  if ([paths, since, before, excludeIds, finder?.phrases[0], finder?.excluded[0]].some((one) => one !== undefined))
    return narrowed(segments, query, source);
  const key = JSON.stringify(filter);
  const known = source.kept.get(key);
  if (known?.states.length === segments.length && known.states.every((state, s) => state === segments[s]?.state))
    return known.eligible;
  const eligible = narrowed(segments, query, source);
  const bytes = eligible.ordinals.reduce(
    (sum, list, s) => sum + (list?.byteLength ?? 0) + (eligible.mask(s)?.length ?? 0),
    0,
  );
  source.kept.set(key, { states: segments.map(({ state }) => state), eligible }, bytes);
  return eligible;
}

function narrowed(segments: readonly Segment[], query: Narrowing, source: NarrowingSource): Eligible {
  const steps = narrowingSteps(query, source);
  let count = segments.reduce((sum, { live }) => sum + live.drawers, 0);
  if (steps.length === 0) return { ordinals: segments.map(() => null), count, removed: [], mask: () => null };
  // Null: nothing was taken out of the segment so far.
  const masks: (Uint8Array | null)[] = segments.map(() => null);
  const left = segments.map(({ live }) => live.drawers);
  const take = ({ narrow }: Step, segment: Segment, s: number): number => {
    const before = left[s] as number;
    if (before === 0) return 0;
    const mask = masks[s] ?? segment.dead()?.map((one) => 1 - one) ?? new Uint8Array(segment.drawers).fill(1);
    const drawers = narrow(segment, mask);
    if (drawers > 0) masks[s] = drawers === before ? NOBODY : mask;
    left[s] = before - drawers;
    return drawers;
  };
  const removed = steps.map((step) => {
    const drawers = segments.reduce((sum, segment, s) => sum + take(step, segment, s), 0);
    count -= drawers;
    return { by: step.by, drawers };
  });
  const ordinals = masks.map((mask) => (mask === null ? null : ordinalsOf(mask)));
  return { ordinals, count, removed, mask: (s) => masks[s] ?? null };
}

/** Calls `visit` with each eligible drawer of a segment, ascending. @param ordinals of `Eligible` */
export function visitEligible(segment: Segment, ordinals: Uint32Array | null, visit: (ordinal: number) => void): void {
  if (ordinals === null) eachLive(segment.drawers, segment.dead())(visit);
  else ordinals.forEach(visit);
}

/** The mask of a segment without an eligible drawer. */
const NOBODY = new Uint8Array(0);

interface Step {
  readonly by: string;
  /** Takes drawers of a segment out of its mask; answers how many. */
  readonly narrow: Narrow;
}

type Narrow = (segment: Segment, mask: Uint8Array) => number;

function narrowingSteps({ filter, finder }: Narrowing, { locations }: NarrowingSource): readonly Step[] {
  const steps = filterParts(filter, narrowings(locations)).map(({ by, made }): Step => ({ by, narrow: made }));
  const sequences = (by: "phrases" | "excluded", keep: typeof keepOrdinals): void => {
    if (finder === undefined || finder[by].length === 0) return;
    const narrow: Narrow = (segment, mask) =>
      finder[by].reduce((sum, one) => sum + keep(mask, finder.matching(segment, one, mask)), 0);
    steps.push({ by, narrow });
  };
  sequences("phrases", keepOrdinals);
  sequences("excluded", dropOrdinals);
  return steps;
}

const narrowings = (locations: DrawerLocations): FilterTable<Narrow> => ({
  wings: byDrawer("wing"),
  halls: (halls) => (segment, mask) => {
    const { dictionaries, hall, topics } = segment.columns();
    // What has no hall is of none that is called so.
    const cognitive = dictionaries.halls.map((name) => name !== "" && halls.includes(name));
    const topical = dictionaries.topics.map((set) => set.some((name) => halls.includes(name)));
    return keepWhere(mask, (o) => cognitive[hall[o] as number] === true || topical[topics[o] as number] === true);
  },
  rooms: byDrawer("room"),
  places: (places) => (segment, mask) => {
    const { dictionaries, wing, room } = segment.columns();
    const may = pairCodes(dictionaries, places);
    return keepWhere(mask, (o) => may.get(wing[o] as number)?.[room[o] as number] === 1);
  },
  sources: byDocument("source", true),
  documentTypes: byDocument("type", true),
  elementTypes: byDrawer("element"),
  roles: (roles) => {
    const may = [false, ...MESSAGE_ROLES.map((role) => roles.includes(role))];
    return (segment, mask) => {
      const { signals } = segment.columns();
      return keepWhere(mask, (o) => may[roleCode(signals[o] as number)] === true);
    };
  },
  paths: (paths) => {
    const numbers = new Set(locations.documentsByPath(paths));
    return (segment, mask) =>
      keepDocuments(mask, segment.columns().starts, (d) => numbers.has(segment.numbers()[d] as number));
  },
  since: byDate((date, bound) => date >= bound),
  before: byDate((date, bound) => date < bound),
  excludeSources: byDocument("source", false),
  excludeIds: (ids) => {
    const out = locations.ordinals(ids);
    return (segment, mask) => dropOrdinals(mask, out.get(segment) ?? []);
  },
});

function byDrawer(column: "wing" | "room" | "element") {
  return (values: readonly string[]): Narrow =>
    (segment, mask) => {
      const { [column]: own, dictionaries } = segment.columns();
      const among = allowed(dictionaries[`${column}s`], values);
      return keepWhere(mask, (o) => among[own[o] as number] === 1);
    };
}

/** @param may whether documents with one of the values stay, or the others */
function byDocument(column: "source" | "type", may: boolean) {
  return (values: readonly string[]): Narrow =>
    (segment, mask) => {
      const { starts, [column]: own, dictionaries } = segment.columns();
      const among = allowed(dictionaries[`${column}s`], values);
      return keepDocuments(mask, starts, (d) => among[own[d] as number] === Number(may));
    };
}

/** Unknown dates are NaN, and pass no comparison. */
function byDate(passes: (date: number, bound: number) => boolean) {
  return (bound: number): Narrow =>
    (segment, mask) => {
      const { date } = segment.columns();
      return keepWhere(mask, (o) => passes(date[o] as number, bound));
    };
}

/** Codes of rooms that may be, by the code of their wing. */
function pairCodes(
  { wings, rooms }: Dictionaries,
  places: NonNullable<DrawerFilter["places"]>,
): ReadonlyMap<number, Uint8Array> {
  const roomsByWing = Map.groupBy(places, ({ wing }) => wing);
  const codes = new Map<number, Uint8Array>();
  wings.forEach((name, code) => {
    const group = roomsByWing.get(name)?.map(({ room }) => room);
    if (group !== undefined) codes.set(code, allowed(rooms, group));
  });
  return codes;
}

/** By code: 1 when its value is among `values`. */
function allowed(dictionary: readonly string[], values: readonly string[]): Uint8Array {
  const set = new Set(values);
  return Uint8Array.from(dictionary, (value) => Number(set.has(value)));
}

/** The drawers of a mask as a list, ascending. */
function ordinalsOf(mask: Uint8Array): Uint32Array {
  const list = new Uint32Array(mask.length);
  let count = 0;
  for (let o = 0; o < mask.length; o++) {
    list[count] = o;
    count += mask[o] as number;
  }
  return list.slice(0, count);
}

/** Takes out drawers that don't pass; answers how many, as all functions here do. */
function keepWhere(mask: Uint8Array, passes: (ordinal: number) => boolean): number {
  let removed = 0;
  for (let o = 0; o < mask.length; o++) {
    if (mask[o] === 0 || passes(o)) continue;
    mask[o] = 0;
    removed++;
  }
  return removed;
}

/** Takes out drawers of documents that don't pass. @param starts by document: ordinal of its first drawer, and the end */
function keepDocuments(mask: Uint8Array, starts: Uint32Array, passes: (document: number) => boolean): number {
  let removed = 0;
  for (let d = 0; d + 1 < starts.length; d++) {
    if (passes(d)) continue;
    const end = starts[d + 1] as number;
    for (let o = starts[d] as number; o < end; o++) {
      removed += mask[o] as number;
      mask[o] = 0;
    }
  }
  return removed;
}

/** Takes out all but `ordinals`, which are in the mask. */
function keepOrdinals(mask: Uint8Array, ordinals: readonly number[]): number {
  const kept = new Set(ordinals);
  return keepWhere(mask, (o) => kept.has(o));
}

function dropOrdinals(mask: Uint8Array, ordinals: readonly number[]): number {
  let removed = 0;
  for (const ordinal of ordinals) {
    removed += mask[ordinal] as number;
    mask[ordinal] = 0;
  }
  return removed;
}
