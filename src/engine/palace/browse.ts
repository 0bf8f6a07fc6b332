import type { ExplicitTunnel } from "../../model/palace-edits.ts";
import { type PalaceGraph, palaceGraph } from "../../palace/graph/palace-graph.ts";
import { roomNodes } from "../../palace/graph/room-nodes.ts";
import { type Taxonomy, taxonomyOf } from "../../palace/graph/taxonomy.ts";
import { type ReachedRoom, traverse } from "../../palace/graph/traverse.ts";
import { type Tunnel, tunnelsOf, visibleTunnels } from "../../palace/graph/tunnels.ts";
import { LociError } from "../../model/error.ts";
import { slug } from "../../text/slug.ts";
import { wingSlug } from "../../palace/wing.ts";
import type { PalaceView } from "./palace-views.ts";

/** A wing with what stands in it. */
export interface WingSummary {
  readonly wing: string;
  /** Drawers. */
  readonly count: number;
  readonly rooms: number;
  /** Hall → drawers; those without a hall are not counted. */
  readonly halls: Readonly<Record<string, number>>;
  /** First and last day of content, `YYYY-MM-DD`; null without dates. */
  readonly first: string | null;
  readonly last: string | null;
  /** Other names that lead here, sorted. */
  readonly aliases: readonly string[];
}

/** A room over the wings that it stands in. */
export interface RoomSummary {
  readonly room: string;
  readonly wings: readonly string[];
  readonly halls: readonly string[];
  readonly count: number;
  readonly first: string | null;
  readonly last: string | null;
}

/** Rooms that join wings, and tunnels that somebody dug. */
export interface Tunnels {
  readonly tunnels: readonly Tunnel[];
  readonly explicit: readonly ExplicitTunnel[];
}

/** Largest first. */
export function wingsOf(view: PalaceView): readonly WingSummary[] {
  return view.once("wings", () => summarise(view));
}

function summarise({ rows, edits, names }: PalaceView): readonly WingSummary[] {
  const groups = Map.groupBy(rows(), ({ wing }) => wing);
  const { halls } = taxonomyOf(rows());
  const aliases = edits.corrections.flatMap((correction) => (correction.kind === "wing" ? [correction.from] : []));
  return [...groups]
    .map(([wing, own]): WingSummary => {
      const days = own.flatMap(({ first, last }) => (first === null || last === null ? [] : [first, last])).sort();
      return {
        wing,
        count: own.reduce((sum, { count }) => sum + count, 0),
        rooms: new Set(own.map(({ room }) => room)).size,
        halls: halls[wing] ?? {},
        first: days[0] ?? null,
        last: days[days.length - 1] ?? null,
        aliases: aliases.filter((alias) => names.shown({ wing: alias, room: "" }).wing === wing).sort(),
      };
    })
    .sort((a, b) => b.count - a.count || (a.wing < b.wing ? -1 : 1));
}

/** Largest first; of one wing, or of all. */
export function roomsOf(view: PalaceView, wing: string | null): readonly RoomSummary[] {
  const own = wing === null ? view.rows() : rowsOfWing(view, wing);
  const summaries = (): readonly RoomSummary[] => [...roomNodes(own).values()].map(({ byWing: _byWing, ...room }) => room).sort((a, b) => b.count - a.count || (a.room < b.room ? -1 : 1));
  return wing === null ? view.once("rooms", summaries) : summaries();
}

/** The tree of counts. */
export function taxonomy({ rows, once }: PalaceView): Taxonomy {
  return once("taxonomy", () => taxonomyOf(rows()));
}

/** @param wings those that a tunnel must join; none: any */
export function tunnels(view: PalaceView, wings: readonly string[]): Tunnels {
  const asked = wings.map((wing) => shownWing(view, wing));
  const dug = view.tunnels();
  const explicit = (dug.length === 0 ? [] : visibleTunnels(dug, view.rows())).filter(({ a, b }) => asked.every((wing) => wing === a.wing || wing === b.wing));
  const all = view.once("tunnels", () => tunnelsOf(view.rows()));
  return { tunnels: all.filter((tunnel) => asked.every((wing) => tunnel.wings.includes(wing))), explicit };
}

/** @throws LociError `USAGE` for a room that isn't there, or hops out of range */
export function traverseFrom(view: PalaceView, room: string, hops: number): readonly ReachedRoom[] {
  if (!Number.isInteger(hops) || hops < 1 || hops > 10) throw new LociError("USAGE", `hops is ${hops}, which is not a whole number from 1 to 10`, { hint: "give --hops 2" });
  const start = requireRoom(view, room, null);
  return traverse(view.rows(), start, hops, view.tunnels());
}

/** Rooms and the wings that share them. */
export function graph({ rows, once }: PalaceView): PalaceGraph {
  return once("graph", () => palaceGraph(rows()));
}

/** The name under which a wing is shown. */
export function shownWing({ names }: PalaceView, wing: string): string {
  return names.shown({ wing: wingSlug(wing), room: "" }).wing;
}

/**
 * The name under which a room is shown, by any of its names.
 *
 * @param wing where it must stand; null: anywhere
 * @throws LociError `USAGE` where it doesn't
 */
export function requireRoom(view: PalaceView, room: string, wing: string | null): string {
  const asked = slug(room);
  for (const own of wing === null ? view.rows() : rowsOfWing(view, wing)) if (view.names.shown({ wing: own.wing, room: asked }).room === own.room) return own.room;
  throw new LociError("USAGE", `there is no room '${room.slice(0, 80)}'${wing === null ? "" : ` in the wing '${wing.slice(0, 80)}'`}`, { hint: "'loci rooms' lists them" });
}

/** The name under which a wing is shown. @throws LociError `USAGE` where nothing stands in it */
export function requireWing(view: PalaceView, wing: string): string {
  const shown = shownWing(view, wing);
  if (view.rows().some((row) => row.wing === shown)) return shown;
  throw new LociError("USAGE", `there is no wing '${wing.slice(0, 80)}'`, { hint: "'loci wings' lists them" });
}

function rowsOfWing(view: PalaceView, wing: string): ReturnType<PalaceView["rows"]> {
  const shown = shownWing(view, wing);
  return view.rows().filter((row) => row.wing === shown);
}
