import type { ExplicitTunnel } from "../../model/palace-edits.ts";
import type { LinkedRooms } from "../../palace/graph/linked-rooms.ts";
import { type PalaceGraph, palaceGraph } from "../../palace/graph/palace-graph.ts";
import { roomNodes, type RoomSummary, type Tunnel, tunnelsOf, visibleTunnels } from "../../palace/graph/tunnels.ts";
import { type Taxonomy, taxonomyOf } from "../../palace/graph/taxonomy.ts";
import { type ReachedRoom, traverse } from "../../palace/graph/traverse.ts";
import { requireRoom, requireWing, rowsOfWing, shownWing } from "./named-places.ts";
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
  /** Other names that lead here, sorted; for anybody but the owner those that drawers of his are stored under. */
  readonly aliases: readonly string[];
}

/** Rooms that join wings, tunnels that somebody dug, and rooms whose notes link to each other. */
export interface Tunnels {
  readonly tunnels: readonly Tunnel[];
  readonly explicit: readonly ExplicitTunnel[];
  readonly linked: readonly LinkedRooms[];
}

/** Largest first. */
export function wingsOf(view: PalaceView): readonly WingSummary[] {
  return view.once("wings", () => summarise(view));
}

function summarise({ rows, stored, edits, names, ofOwner }: PalaceView): readonly WingSummary[] {
  const groups = Map.groupBy(rows(), ({ wing }) => wing);
  const { halls } = taxonomyOf(rows());
  // A name that no visible drawer has may belong to drawers that the caller may not see.
  const visibleWings = new Set(stored.map(({ wing }) => wing));
  const aliases = edits.corrections.flatMap((correction) =>
    correction.kind === "wing" && (ofOwner || visibleWings.has(correction.from)) ? [correction.from] : [],
  );
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

/** Largest first; of one wing, or of all. @throws LociError `USAGE` for a wing that isn't there */
export function roomsOf(view: PalaceView, wing: string | null): readonly RoomSummary[] {
  const own = wing === null ? view.rows() : rowsOfWing(view, requireWing(view, wing));
  const summaries = (): readonly RoomSummary[] =>
    [...roomNodes(own).values()]
      .map(({ byWing: _byWing, ...room }) => room)
      .sort((a, b) => b.count - a.count || (a.room < b.room ? -1 : 1));
  return wing === null ? view.once("rooms", summaries) : summaries();
}

/** The tree of counts. */
export function taxonomy({ rows, once }: PalaceView): Taxonomy {
  return once("taxonomy", () => taxonomyOf(rows()));
}

/** @param wings those that a tunnel must join; none: any. @param links see `linkedRoomsOf` */
export function tunnels(view: PalaceView, wings: readonly string[], links: readonly LinkedRooms[]): Tunnels {
  const chosen = wings.map((wing) => shownWing(view, wing));
  const dug = view.tunnels();
  const joins = ({ a, b }: Pick<ExplicitTunnel, "a" | "b">): boolean =>
    chosen.every((wing) => wing === a.wing || wing === b.wing);
  const explicit = (dug.length === 0 ? [] : visibleTunnels(dug, view.rows())).filter(joins);
  const all = view.once("tunnels", () => tunnelsOf(view.rows()));
  return {
    tunnels: all.filter((tunnel) => chosen.every((wing) => tunnel.wings.includes(wing))),
    explicit,
    linked: links.filter(joins),
  };
}

/** @throws LociError `USAGE` for a room that isn't there */
export function traverseFrom(
  view: PalaceView,
  room: string,
  hops: number,
  links: readonly LinkedRooms[],
): readonly ReachedRoom[] {
  const start = requireRoom(view, room, null);
  return traverse(view.rows(), start, hops, view.tunnels(), links);
}

/** Rooms and the wings that share them. */
export function graph({ rows, once }: PalaceView): PalaceGraph {
  return once("graph", () => palaceGraph(rows()));
}
