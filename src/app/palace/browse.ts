import { type Caller, type VisibleScopes, ownScopes, visibleScopes } from "../../model/caller.ts";
import { LociError } from "../../model/error.ts";
import { operation, step } from "../../model/next-step.ts";
import type { Correction, ExplicitTunnel, TunnelEnd } from "../../model/drawer.ts";
import {
  type Asked,
  COMPARE_HALL,
  type Fields,
  type ROOMS,
  TRAVERSE,
  type TUNNEL,
  type TUNNELS,
} from "../../model/requests/index.ts";
import type { Source } from "../../model/source.ts";
import type {
  ComparedHall,
  LinkedRooms,
  PalaceGraph,
  ReachedRoom,
  RoomSummary,
  Standing,
  Taxonomy,
  Tunnels,
  WingSummary,
} from "../../operations/answers/palace.ts";
import {
  hallsByWing,
  palaceGraph,
  roomsByWing,
  addTunnel,
  explicitTunnel,
  removeTunnel,
  roomNodes,
  tunnelsOf,
  visibleTunnels,
} from "../../palace/graph/palace-graph.ts";
import { type Step, traverse } from "../../palace/graph/traverse.ts";
import { HALLS, hallName } from "../../palace/halls/classify-hall.ts";
import { namesOfStored } from "../../palace/names.ts";
import { wingSlug } from "../../palace/wing.ts";
import { recordAudit } from "../audit.ts";
import { listDrawers } from "../drawers/list-drawers.ts";
import { letOthers } from "../exclusive.ts";
import type { SearchIndex } from "../../storage/ports/search-index.ts";
import type { OpenedProject } from "../opened-project.ts";
import { type PalaceView, requireRoom, requireWing, rowsOfWing } from "./palace-views.ts";

type Browsed = Pick<OpenedProject, "indexHandle" | "palace">;

/**
 * Works with the palace as `visible` shows it. `links` finds the rooms whose notes link to each other, `halls` counts wing → hall → drawers, the
 * topical halls among them.
 */
export async function browse<T>(
  project: Browsed,
  visible: VisibleScopes,
  work: (
    view: PalaceView,
    more: {
      readonly index: SearchIndex;
      readonly links: () => Promise<readonly LinkedRooms[]>;
      readonly halls: () => Promise<Taxonomy["halls"]>;
    },
  ) => T | Promise<T>,
): Promise<T> {
  return await project.indexHandle.use(async (index) => {
    const view = await project.palace(index, visible);
    return await work(view, {
      index,
      links: async () => (await import("./linked-rooms.ts")).linkedRoomsOf(view, index, visible),
      halls: () =>
        view.once("halls", async () => {
          const { hallsByWing: stored } = await index.facets(visible, {});
          return hallsByWing(stored, (wing) => view.names.shown({ wing, room: "" }).wing);
        }),
    });
  });
}

/** The wings, largest first. */
export const wings = async (project: Browsed, { caller }: Asked<Fields>): Promise<{ wings: readonly WingSummary[] }> =>
  await browse(project, visibleScopes(caller), async (view, { halls }) => ({
    wings: await view.once("wings", async () => summarise(view, await halls())),
  }));

/** The rooms, largest first. @throws LociError `USAGE` for a wing that isn't there */
export const rooms = async (
  project: Browsed,
  { caller, wing }: Asked<typeof ROOMS>,
): Promise<{ rooms: readonly RoomSummary[] }> =>
  await browse(project, visibleScopes(caller), (view) => ({ rooms: roomsOf(view, wing ?? null) }));

/** The tree of counts. */
export const taxonomy = async (project: Browsed, { caller }: Asked<Fields>): Promise<Taxonomy> =>
  await browse(project, visibleScopes(caller), async ({ once, rows }, { halls }) => ({
    taxonomy: once("taxonomy", () => roomsByWing(rows())),
    halls: await halls(),
  }));

/** Rooms that join wings. @param request `wings`: those that a tunnel must join */
export const tunnels = async (project: Browsed, { caller, wings = [] }: Asked<typeof TUNNELS>): Promise<Tunnels> =>
  await browse(project, visibleScopes(caller), async (view, { links }) => tunnelsIn(view, wings, await links()));

/** Of the rooms reached the nearest, from which a walk goes on also by documents and subjects; from others through wings, tunnels and links alone. */
const LOOKED_FROM = 12;

/** Rooms that can be reached from one. @throws LociError `USAGE` for a room that isn't there */
export async function reachedRooms(
  project: Browsed & Pick<OpenedProject, "system">,
  { caller, room, hops = TRAVERSE.hops.default, limit = TRAVERSE.limit.default }: Asked<typeof TRAVERSE>,
): Promise<{ total: number; rooms: readonly ReachedRoom[] }> {
  const visible = visibleScopes(caller);
  return await browse(project, visible, async (view, { index, links }) => {
    const { nearRooms } = await import("./linked-rooms.ts");
    const start = requireRoom(view, room, null);
    const near = new Map<string, readonly Step[]>();
    const ways = { tunnels: view.tunnels(), links: await links(), near };
    const pass = letOthers(project.system.timer);
    let rooms: readonly ReachedRoom[] = [];
    for (let step = 0; step < hops; step++) {
      for (const from of [start, ...rooms.slice(0, LOOKED_FROM).map((one) => one.room)]) {
        if (!near.has(from)) near.set(from, await nearRooms({ view, index, visible }, from, pass));
        await pass();
      }
      rooms = traverse(view.rows(), { start, hops: step + 1 }, ways);
    }
    const byHops = [...Map.groupBy(rooms, (one) => one.hops).values()];
    return { total: rooms.length, rooms: byHops.flatMap((some) => some.slice(0, limit)) };
  });
}

/** Rooms, the wings that share them, and rooms that a tunnel or links of notes join. */
export const graph = async (project: Browsed, { caller }: Asked<Fields>): Promise<PalaceGraph> =>
  await browse(project, visibleScopes(caller), async (view, { links }) => {
    const { explicit, linked } = tunnelsIn(view, [], await links());
    return { ...view.once("graph", () => palaceGraph(view.rows())), explicit, linked: [...linked] };
  });

function summarise(view: PalaceView, halls: Taxonomy["halls"]): readonly WingSummary[] {
  const { stored, edits, names, ofOwner, day } = view;
  const wings = Map.groupBy(stored, (place) => names.shown(place).wing);
  // A name that no visible drawer has may belong to drawers that the caller may not see.
  const visibleWings = new Set(stored.map(({ wing }) => wing));
  const aliases = edits.corrections.flatMap((correction) =>
    correction.kind === "wing" && (ofOwner || visibleWings.has(correction.from)) ? [correction.from] : [],
  );
  return [...wings]
    .map(([wing, places]): WingSummary => {
      const times = new Set(places.flatMap(({ first, last }) => [first, last]).filter((time) => time !== null));
      const sorted = [...new Set([...times].map(day))].sort();
      return {
        wing,
        count: places.reduce((sum, { count }) => sum + count, 0),
        rooms: new Set(places.map((place) => names.shown(place).room)).size,
        halls: halls[wing] ?? {},
        first: sorted[0] ?? null,
        last: sorted.at(-1) ?? null,
        aliases: aliases.filter((alias) => names.shown({ wing: alias, room: "" }).wing === wing).sort(),
      };
    })
    .sort((a, b) => b.count - a.count || (a.wing < b.wing ? -1 : 1));
}

/** Largest first; of one wing, or of all. @throws LociError `USAGE` for a wing that isn't there */
function roomsOf(view: PalaceView, wing: string | null): readonly RoomSummary[] {
  const own = wing === null ? view.rows() : rowsOfWing(view, requireWing(view, wing));
  const summaries = (): readonly RoomSummary[] =>
    [...roomNodes(own).values()]
      .map(({ byWing: _byWing, ...room }) => room)
      .sort((a, b) => b.count - a.count || (a.room < b.room ? -1 : 1));
  return wing === null ? view.once("rooms", summaries) : summaries();
}

/** @param wings those that a tunnel must join; none: any. @param links see `linkedRoomsOf` */
function tunnelsIn(view: PalaceView, wings: readonly string[], links: readonly LinkedRooms[]): Tunnels {
  const chosen = wings.map((wing) => requireWing(view, wing));
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

/** Wings that are compared where none are named. */
const WINGS = 4;

/**
 * A hall of several wings side by side: the newest drawers that each has in it.
 * @throws LociError `USAGE` for a topical hall in which nothing is, or a wing that isn't there
 */
export async function compareHall(
  project: Parameters<typeof listDrawers>[0],
  { caller, hall, wings, limit = COMPARE_HALL.limit.default }: Asked<typeof COMPARE_HALL>,
): Promise<ComparedHall> {
  const named = hallName(hall);
  const compared = await browse(project, visibleScopes(caller), async (view, { halls }) => {
    const counts = Object.entries(await halls()).map(([wing, own]) => ({ wing, count: own[named] ?? 0 }));
    const filled = counts.filter(({ count }) => count > 0).sort((a, b) => b.count - a.count);
    if (filled.length === 0 && !HALLS.some((fixed) => fixed === named))
      throw new LociError("USAGE", `nothing is in a hall '${hall.slice(0, 80)}'`, {
        hint: step`${operation("palace")} lists the halls of each wing`,
      });
    return wings?.map((wing) => requireWing(view, wing)) ?? filled.slice(0, WINGS).map(({ wing }) => wing);
  });
  const columns = [];
  for (const wing of new Set(compared)) {
    const { drawers, total } = await listDrawers(project, { caller, hall: named, wing, limit });
    columns.push({ wing, total, drawers });
  }
  return { hall: named, wings: columns };
}

/**
 * Counts of drawers by wing, as wings are shown. A name is the owner's where he gave it with a source of his (`--wing`) or by a correction.
 * Cost: the wings and the sources; neither drawers nor rooms are looked at.
 */
export async function standing(
  { catalog, indexHandle }: Pick<OpenedProject, "catalog" | "indexHandle">,
  { caller }: Asked<Fields>,
): Promise<Standing> {
  const sources = await catalog.sources.list();
  const { edits } = await catalog.palace.read();
  const stored = await indexHandle.use((index) => index.wings(ownScopes(caller)));
  const names = namesOfStored(new Map(), edits.corrections);
  const shown = (wing: string): string => names.shown({ wing, room: "" }).wing;
  const counts = new Map<string, number>();
  for (const [wing, count] of Object.entries(stored)) counts.set(shown(wing), (counts.get(shown(wing)) ?? 0) + count);
  const called = new Set(ownNames(sources, edits.corrections, caller).map(shown));
  return {
    drawers: [...counts.values()].reduce((sum, count) => sum + count, 0),
    wings: counts.size,
    named: [...counts]
      .filter(([wing]) => called.has(wing))
      .map(([wing, count]) => ({ wing, count }))
      .sort((a, b) => b.count - a.count || (a.wing < b.wing ? -1 : 1)),
  };
}

/** The names that the owner gave to wings. */
function ownNames(sources: readonly Source[], corrections: readonly Correction[], caller: Caller): readonly string[] {
  return [
    ...sources.flatMap(({ options: { scope, wing } }) =>
      wing !== null && (scope === "kb" || (scope === "admin" && caller === "owner")) ? [wingSlug(wing)] : [],
    ),
    ...corrections.flatMap((one) => (one.kind === "wing" ? [one.to] : [])),
  ];
}

/**
 * Digs a tunnel between two rooms, under the names that are in force; one between the same rooms is replaced, whatever they were called then.
 * @throws LociError `USAGE` for an end that isn't there, or two names of one room
 */
export async function digTunnel(
  project: Pick<OpenedProject, "catalog" | "indexHandle" | "palace" | "system">,
  { from, to, label = "" }: Asked<typeof TUNNEL>,
): Promise<{ tunnel: ExplicitTunnel }> {
  const view = await viewOf(project);
  const tunnel = explicitTunnel(requireEnd(view, from), requireEnd(view, to), label);
  await project.catalog.palace.change((edits) => ({
    ...edits,
    tunnels: addTunnel(edits.tunnels, tunnel, view.names.shown),
  }));
  await recordAudit(project, [{ action: "tunnel.add", object: endsOf(tunnel) }]);
  return { tunnel };
}

/** Fills the tunnel between two rooms, by any of their names. @returns whether there was one */
export async function fillTunnel(
  project: Pick<OpenedProject, "catalog" | "indexHandle" | "palace" | "system">,
  { from, to }: Asked<Omit<typeof TUNNEL, "label">>,
): Promise<{ removed: boolean }> {
  const { names } = await viewOf(project);
  const tunnel = explicitTunnel(from, to);
  let removed = false;
  await project.catalog.palace.change((edits) => {
    const tunnels = removeTunnel(edits.tunnels, tunnel, names.shown);
    removed = tunnels.length < edits.tunnels.length;
    return removed ? { ...edits, tunnels } : edits;
  });
  if (removed) await recordAudit(project, [{ action: "tunnel.remove", object: endsOf(tunnel) }]);
  return { removed };
}

const viewOf = async (project: Pick<OpenedProject, "indexHandle" | "palace">): Promise<PalaceView> =>
  await project.indexHandle.use((index) => project.palace(index, "all"));

function requireEnd(view: PalaceView, end: TunnelEnd): TunnelEnd {
  const wing = requireWing(view, end.wing);
  return { wing, room: requireRoom(view, end.room, wing) };
}

const endsOf = ({ a, b }: ExplicitTunnel): string => `${a.wing}/${a.room} ${b.wing}/${b.room}`;
