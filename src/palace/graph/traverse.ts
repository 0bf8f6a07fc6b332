import type { ExplicitTunnel, PalaceRow } from "../../model/drawer.ts";
import type { ReachedRoom } from "../../operations/answers/palace.ts";
import { roomNodes, type RoomNode } from "./palace-graph.ts";

/**
 * Walks the palace from a room: a step goes to a room that shares a wing with it, through an explicit tunnel, or to one that notes link.
 *
 * strength(a, b) = Σ 1 / |R(w)| over the wings w that a and b share, / √(|W(a)| · |W(b)|), where W(r) are the wings that hold r and R(w) the
 * rooms of w: the cosine of the rooms over the wings, each wing damped by how many rooms it has. So the only two rooms of a wing are near by a half, and
 * a generic room that touches n wings is damped by √n. An explicit tunnel has strength 1, a link 1 / √(|L(a)| · |L(b)|), where L(r) are the rooms that
 * r is linked with. Several ways from one room to another are 1 − Π (1 − strength). A room is reported once, at its least number of hops, with the
 * strongest way of that length.
 * @param hops at least 1
 * @returns nearest first: by hops, then weight, then name; without the start; empty when the start isn't there
 * Cost: per hop, the rooms, and the sets of wings in which rooms of the hop before stand times those in which new ones do.
 */
export function traverse(
  rows: readonly PalaceRow[],
  { start, hops }: { readonly start: string; readonly hops: number },
  {
    tunnels = [],
    links = [],
    near = new Map(),
  }: {
    readonly tunnels?: readonly ExplicitTunnel[];
    readonly links?: readonly Ends[];
    /** Further steps, by the room that they begin at. */
    readonly near?: ReadonlyMap<string, readonly Step[]>;
  } = {},
): readonly ReachedRoom[] {
  const nodes = roomNodes(rows);
  if (!nodes.has(start)) return [];
  const roomsIn = new Map<string, number>();
  for (const { wings } of nodes.values()) for (const wing of wings) roomsIn.set(wing, (roomsIn.get(wing) ?? 0) + 1);
  const through = (from: string, to: string): Step =>
    throughWings(nodes.get(from) as RoomNode, nodes.get(to) as RoomNode, roomsIn);
  const ways: Ways = { dug: neighbours(tunnels, nodes), linked: neighbours(links, nodes), near };
  const reached = new Map<string, ReachedRoom>();
  let edge = new Map<string, number>([[start, 1]]);
  for (let hop = 1; hop <= hops && edge.size > 0; hop++) {
    const next = new Map<string, ReachedRoom>();
    const offer = (weight: number, { room, strength, via }: Step): void => {
      if (weight * strength > (next.get(room)?.weight ?? 0))
        next.set(room, { room, hops: hop, weight: weight * strength, via });
    };
    const sorted = [...edge].sort(([a], [b]) => (a < b ? -1 : 1));
    const isNew = (room: string): boolean => room !== start && !reached.has(room);
    const leading = heaviestOfWings(sorted, nodes);
    for (const alike of byWings([...nodes.keys()].filter(isNew), nodes)) {
      const [first] = alike as readonly [string];
      for (const [room, weight] of leading) offer(weight, through(room, first));
      const best = next.get(first);
      if (best !== undefined) for (const room of alike) next.set(room, { ...best, room });
    }
    for (const [room, weight] of sorted)
      for (const [to, own] of Map.groupBy(stepsOf(room, ways), (step) => step.room))
        if (isNew(to)) offer(weight, together([...own, through(room, to)]));
    for (const [room, found] of next) reached.set(room, found);
    edge = new Map([...next].map(([room, { weight }]) => [room, weight]));
  }
  return [...reached.values()].sort((a, b) => a.hops - b.hops || b.weight - a.weight || (a.room < b.room ? -1 : 1));
}

/** Rooms that stand in the same wings, together. */
const byWings = (rooms: readonly string[], nodes: ReadonlyMap<string, RoomNode>): Iterable<readonly string[]> =>
  Map.groupBy(rooms, (room) => nodes.get(room)?.wings.join("\u0000")).values();

/** Of rooms that stand in the same wings the heaviest, the first by the alphabet: through wings the others lead to the same rooms, no stronger. */
function heaviestOfWings(
  edge: readonly (readonly [room: string, weight: number])[],
  nodes: ReadonlyMap<string, RoomNode>,
): readonly (readonly [room: string, weight: number])[] {
  const weights = new Map(edge);
  const weightOf = (room: string): number => weights.get(room) as number;
  return [...byWings([...weights.keys()], nodes)].map((alike) => {
    const heaviest = alike.reduce((best, room) => (weightOf(room) > weightOf(best) ? room : best));
    return [heaviest, weightOf(heaviest)] as const;
  });
}

/** A step to a room, by how strongly and through what it leads there. */
export type Step = Omit<ReachedRoom, "hops" | "weight"> & { readonly strength: number };

/** Several steps to one room as one. */
function together(ways: readonly Step[]): Step {
  const apart = ways.reduce((product, { strength }) => product * (1 - strength), 1);
  return { room: (ways[0] as Step).room, strength: 1 - apart, via: ways.flatMap(({ via }) => via) };
}

/** The step through the wings that two rooms share; of strength 0 where they share none. */
function throughWings(from: RoomNode, to: RoomNode, roomsIn: ReadonlyMap<string, number>): Step {
  const via = from.wings.filter((wing) => to.wings.includes(wing));
  const shared = via.reduce((sum, wing) => sum + 1 / (roomsIn.get(wing) as number), 0);
  return { room: to.room, strength: shared / Math.sqrt(from.wings.length * to.wings.length), via };
}

/** Steps from a room that lead through no wing. */
function stepsOf(room: string, { dug, linked, near }: Ways): readonly Step[] {
  const own = linked.get(room) ?? NOWHERE;
  return [
    ...[...(dug.get(room) ?? [])].map((to) => ({ room: to, strength: 1, via: [`tunnel:${room}`] })),
    ...[...own].map((to) => {
      const back = linked.get(to) ?? NOWHERE;
      return { room: to, strength: 1 / Math.sqrt(own.size * back.size), via: [`link:${room}`] };
    }),
    ...(near.get(room) ?? []),
  ];
}

type Ends = Pick<ExplicitTunnel, "a" | "b">;
type Neighbours = ReadonlyMap<string, ReadonlySet<string>>;
/** What leads from rooms to rooms beside wings. */
interface Ways {
  readonly dug: Neighbours;
  readonly linked: Neighbours;
  readonly near: ReadonlyMap<string, readonly Step[]>;
}
const NOWHERE: ReadonlySet<string> = new Set();

/** Rooms joined by tunnels or links, both ways; ends that the caller doesn't see lead nowhere. */
function neighbours(tunnels: readonly Ends[], nodes: ReadonlyMap<string, RoomNode>): Neighbours {
  const isSeen = ({ wing, room }: ExplicitTunnel["a"]): boolean => nodes.get(room)?.byWing.has(wing) ?? false;
  const seen = tunnels.filter(({ a, b }) => a.room !== b.room && isSeen(a) && isSeen(b));
  const ways = seen.flatMap(({ a, b }) => [
    { from: a.room, to: b.room },
    { from: b.room, to: a.room },
  ]);
  const byRoom = [...Map.groupBy(ways, ({ from }) => from)];
  return new Map(byRoom.map(([from, own]) => [from, new Set(own.map(({ to }) => to))]));
}
