import { BoundedCache } from "../../caches/bounded-cache.ts";
import type { VisibleScopes } from "../../model/caller.ts";
import { LociError } from "../../model/error.ts";
import { type NextStep, nearOrListed } from "../../model/next-step.ts";
import type { ExplicitTunnel, PalaceEdits, PalaceRow, TunnelEnd } from "../../model/drawer.ts";
import { joinedRooms, mergeRows, type PalaceNames, palaceNames } from "../../palace/names.ts";
import type { NamedNote, WrittenLink } from "../../palace/graph/note-names.ts";
import { slugConcepts, type SlugConcepts } from "../../palace/rooms/concept.ts";
import { wingSlug } from "../../palace/wing.ts";
import type { PalaceStore } from "../../storage/ports/catalog.ts";
import { contentDay, type Days } from "../../text/days.ts";
import type { PlaceCount, SearchIndex } from "../../storage/ports/search-index.ts";
import { slug } from "../../text/slug.ts";

/** The palace as somebody sees it, at one state of the index and of what people corrected. */
export interface PalaceView {
  /** Who looks sees everything. */
  readonly ofOwner: boolean;
  readonly names: PalaceNames;
  readonly stored: readonly PlaceCount[];
  /** Which stored rooms others stand for. */
  readonly joined: () => ReadonlyMap<string, string>;
  /** Places by the names that are shown, sorted. */
  readonly rows: () => readonly PalaceRow[];
  readonly edits: PalaceEdits;
  readonly day: (time: string) => string;
  /** Something that follows from this view, worked out when it is first asked for; the same name must mean the same. */
  readonly once: <T>(what: string, make: () => T) => T;
  /** What was read of notes, in this state of the index and earlier ones; see `linksOf`. */
  readonly read: ReadNotes;
  /** Explicit tunnels by the names that are shown; one whose ends became one room is left out. */
  readonly tunnels: () => readonly ExplicitTunnel[];
}

/** What was read of notes; `write` is that of `SearchIndex.documentWrites` then. */
interface ReadNotes {
  /** By the drawer that holds them. */
  readonly links: Map<
    string,
    { readonly write: number; readonly from: NamedNote; readonly links: readonly WrittenLink[] }
  >;
  /** By the hash of what a note holds. */
  readonly aliases: Map<string, readonly string[]>;
  /** By the note and what is named in it: where that stands, null for nowhere. */
  ends: Map<string, { readonly write: number; readonly place: TunnelEnd | null }>;
  /** Which notes the links of a drawer mean, aliases aside, while all are called so. */
  meant: Map<string, readonly (NamedNote | null)[]>;
  called: string;
}

export type PalaceViews = (index: SearchIndex, visible: VisibleScopes) => Promise<PalaceView>;

/** Whether nothing is hidden from who sees these scopes. */
export const seesAll = async (index: Pick<SearchIndex, "drawers">, visible: VisibleScopes): Promise<boolean> =>
  visible === "all" || (await index.drawers(visible)) === (await index.drawers("all"));

/** Views that are kept at most: callers of one process are few. */
const KEPT = 32;

/**
 * Views of a project's palace. One is worked out when the index or the corrections changed, and kept until they change again.
 * Cost of a call when nothing changed: two reads of a row.
 * @param days of who reads
 * @param keptRooms which rooms others stand for, as an earlier process worked it out for who sees everything
 */
export function palaceViews(
  store: PalaceStore,
  days: Pick<Days, "day">,
  keptRooms?: { readonly read: (sequence: number) => ReadonlyMap<string, string> | null },
): PalaceViews {
  const conceptOf = slugConcepts();
  // Another index counts its documents anew.
  const reads = new WeakMap<SearchIndex, ReadNotes>();
  const kept = new BoundedCache<
    string,
    { readonly index: SearchIndex; readonly sequence: number; readonly version: number; readonly view: PalaceView }
  >(KEPT);
  return async (index, visible) => {
    const key = JSON.stringify(visible);
    const { version, edits } = await store.read();
    const sequence = await index.sequence();
    const known = kept.get(key);
    if (known?.index === index && known.sequence === sequence && known.version === version) return known.view;
    const stored = await index.places(visible, {});
    const none = { links: new Map(), aliases: new Map(), ends: new Map(), meant: new Map(), called: "" };
    const read: ReadNotes = reads.get(index) ?? none;
    reads.set(index, read);
    const isFirst = known === undefined && (await seesAll(index, visible));
    const joined = (): ReadonlyMap<string, string> =>
      (isFirst ? keptRooms?.read(sequence) : null) ?? joinedRooms(stored, conceptOf);
    const view = { ...makeView({ stored, ofOwner: visible === "all", edits }, { joined, days, conceptOf }), read };
    kept.set(key, { index, sequence, version, view });
    return view;
  };
}

function makeView(
  { stored, ofOwner, edits }: Pick<PalaceView, "stored" | "ofOwner" | "edits">,
  ways: Pick<PalaceView, "joined"> & { readonly days: Pick<Days, "day">; readonly conceptOf: SlugConcepts },
): Omit<PalaceView, "read"> {
  const { days, conceptOf } = ways;
  const joined = (): ReadonlyMap<string, string> => once("joined", ways.joined);
  const names = palaceNames(stored, edits.corrections, { conceptOf, joined });
  const made = new Map<string, unknown>();
  const once = <T>(what: string, make: () => T): T => {
    if (!made.has(what)) {
      const value = make();
      made.set(what, value);
      // What failed is tried again; whoever asked gets the failure itself.
      if (value instanceof Promise) value.catch(() => made.delete(what));
    }
    return made.get(what) as T;
  };
  return {
    ofOwner,
    names,
    stored,
    edits,
    day: (time) => contentDay(time, days),
    once,
    joined,
    rows: () => once("rows", () => shownRows(stored, names, days)),
    tunnels: () =>
      edits.tunnels
        .map(({ a, b, label }) => ({ a: names.shown(a), b: names.shown(b), label }))
        .filter(({ a, b }) => a.wing !== b.wing || a.room !== b.room),
  };
}

function shownRows(
  stored: readonly PlaceCount[],
  { shown }: PalaceNames,
  days: Pick<Days, "day">,
): readonly PalaceRow[] {
  const day = (time: string | null): string | null => (time === null ? null : contentDay(time, days));
  let renamed = false;
  const rows = stored.map((row): PalaceRow => {
    const { wing, room } = shown(row);
    renamed ||= wing !== row.wing || room !== row.room;
    return { wing, room, hall: row.hall, count: row.count, first: day(row.first), last: day(row.last) };
  });
  // Stored places are distinct and sorted.
  return renamed ? mergeRows(rows) : rows;
}

// Wings and rooms as people name them: by any spelling, and by names that they had before.

export const shownWing = ({ names }: PalaceView, wing: string): string =>
  names.shown({ wing: wingSlug(wing), room: "" }).wing;

/**
 * The name under which a room is shown, by any of its names.
 * @param wing where it must stand; null: anywhere
 * @throws LociError `USAGE` where it doesn't
 */
export function requireRoom(view: PalaceView, room: string, wing: string | null): string {
  const wanted = slug(room);
  const rows = wing === null ? view.rows() : rowsOfWing(view, wing);
  // Renamed in one wing alone, it is still called so in another.
  const found =
    rows.find((own) => own.room === wanted) ??
    rows.find((own) => view.names.shown({ wing: own.wing, room: wanted }).room === own.room);
  if (found !== undefined) return found.room;
  throw new LociError(
    "USAGE",
    `there is no room '${room.slice(0, 80)}'${wing === null ? "" : ` in the wing '${wing.slice(0, 80)}'`}`,
    { hint: near(wanted, rows, "room") },
  );
}

const near = (typed: string, rows: readonly PalaceRow[], of: "wing" | "room"): NextStep => {
  const known = [...new Set(rows.map((row) => row[of]))].map((name) => ({ name }));
  return nearOrListed(typed, known, `palace ${of}s`);
};

/** The name under which a wing is shown. @throws LociError `USAGE` where nothing stands in it */
export function requireWing(view: PalaceView, wing: string): string {
  const shown = shownWing(view, wing);
  if (view.rows().some((row) => row.wing === shown)) return shown;
  throw new LociError("USAGE", `there is no wing '${wing.slice(0, 80)}'`, {
    hint: near(wingSlug(wing), view.rows(), "wing"),
  });
}

/**
 * What a name leads to that a correction is given. Whoever gives one that was taken away meanwhile doesn't mean what it leads to.
 * @throws LociError `USAGE` for such a name
 */
export function presentName(
  { edits }: PalaceView,
  { kind, name, leads }: { readonly kind: "room" | "wing"; readonly name: string; readonly leads: string },
): string {
  if (name !== leads && edits.corrections.some((one) => one.kind === kind && one.from === name))
    throw new LociError("USAGE", `the ${kind} '${name}' is called '${leads}' now`, {
      hint: `give '${leads}' if you mean that`,
    });
  return leads;
}

/** What stands in a wing, by any of its names. */
export function rowsOfWing(view: PalaceView, wing: string): ReturnType<PalaceView["rows"]> {
  const shown = shownWing(view, wing);
  return view.rows().filter((row) => row.wing === shown);
}
