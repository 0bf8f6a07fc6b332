import type { ExplicitTunnel, PalaceRow } from "../../model/drawer.ts";
import { roomNodes, type RoomNode } from "./palace-graph.ts";

/** A room reached on a walk. */
export interface ReachedRoom {
  readonly room: string;
  readonly hops: number;
  /** 0–1, product of the steps' strengths on the strongest way of that many hops. */
  readonly weight: number;
  /** The wings through which the last step went, sorted; for an explicit tunnel `tunnel:<room before>`, for links of notes `link:<room before>`. */
  readonly via: readonly string[];
}

/**
 * Walks the palace from a room: a step goes to a room that shares a wing with it, through an explicit tunnel, or to one that notes link.
 *
 * strength(a, b) = Σ 1 / (|R(w)| − 1) over the wings w that a and b share, / √(|W(a)| · |W(b)|), where W(r) are the wings that hold r and R(w) the
 * rooms of w: the cosine of the rooms over the wings, each wing damped by how many rooms it joins. So rooms that stand together in the same few small
 * wings are close, and a generic room that touches n wings is damped by √n. An explicit tunnel has strength 1, a link 1 / √(|L(a)| · |L(b)|), where
 * L(r) are the rooms that r is linked with. A room is reported once, at its least number of hops, with the strongest way of that length.
 * @param hops at least 1
 * @returns nearest first: by hops, then weight, then name; without the start; empty when the start isn't there
 * Cost: per hop, the rooms of the wings reached, once for each set of wings that rooms reached by the hop before stand in.
 */
export function traverse(
  rows: readonly PalaceRow[],
  { start, hops }: { readonly start: string; readonly hops: number },
  { tunnels = [], links = [] }: { readonly tunnels?: readonly ExplicitTunnel[]; readonly links?: readonly Ends[] } = {},
): readonly ReachedRoom[] {
  const nodes = roomNodes(rows);
  const roomsOfWing = wingRooms(nodes);
  const joined: Joined = { dug: neighbours(tunnels, nodes), linked: neighbours(links, nodes) };
  if (!nodes.has(start)) return [];
  const reached = new Map<string, ReachedRoom>();
  let edge = new Map<string, number>([[start, 1]]);
  for (let hop = 1; hop <= hops && edge.size > 0; hop++) {
    const next = new Map<string, ReachedRoom>();
    const sorted = [...edge].sort(([a], [b]) => (a < b ? -1 : 1));
    const leading = heaviestOfWings(sorted, nodes);
    for (const [room, weight] of sorted) {
      for (const step of steps(
        nodes.get(room) as RoomNode,
        { nodes, roomsOfWing: leading.has(room) ? roomsOfWing : NO_ROOMS },
        joined,
      )) {
        if (step.room === start || reached.has(step.room)) continue;
        const product = weight * step.strength;
        const known = next.get(step.room);
        if (known === undefined || product > known.weight)
          next.set(step.room, { room: step.room, hops: hop, weight: product, via: step.via });
      }
    }
    for (const [room, found] of next) reached.set(room, found);
    edge = new Map([...next].map(([room, { weight }]) => [room, weight]));
  }
  return [...reached.values()].sort((a, b) => a.hops - b.hops || b.weight - a.weight || (a.room < b.room ? -1 : 1));
}

/** Of rooms that stand in the same wings the heaviest, the first by the alphabet: through wings the others lead to the same rooms, no stronger. */
function heaviestOfWings(
  edge: readonly (readonly [room: string, weight: number])[],
  nodes: ReadonlyMap<string, RoomNode>,
): ReadonlySet<string> {
  const found = new Map<string, readonly [room: string, weight: number]>();
  for (const one of edge) {
    const wings = (nodes.get(one[0]) as RoomNode).wings.join("\u0000");
    const known = found.get(wings);
    if (known === undefined || one[1] > known[1]) found.set(wings, one);
  }
  return new Set([...found.values()].map(([room]) => room));
}

const NO_ROOMS: ReadonlyMap<string, readonly string[]> = new Map();

interface Step {
  readonly room: string;
  readonly strength: number;
  readonly via: readonly string[];
}

function steps(
  from: RoomNode,
  {
    nodes,
    roomsOfWing,
  }: { readonly nodes: ReadonlyMap<string, RoomNode>; readonly roomsOfWing: ReadonlyMap<string, readonly string[]> },
  { dug, linked }: Joined,
): readonly Step[] {
  const shared = new Map<string, string[]>();
  for (const wing of from.wings) {
    for (const room of roomsOfWing.get(wing) ?? []) {
      const wings = shared.get(room);
      if (wings === undefined) shared.set(room, [wing]);
      else wings.push(wing);
    }
  }
  shared.delete(from.room);
  const found: Step[] = [...(dug.get(from.room) ?? [])].map((room) => ({
    room,
    strength: 1,
    via: [`tunnel:${from.room}`],
  }));
  const own = linked.get(from.room) ?? NOWHERE;
  for (const room of own) {
    const back = linked.get(room) ?? NOWHERE;
    found.push({ room, strength: 1 / Math.sqrt(own.size * back.size), via: [`link:${from.room}`] });
  }
  for (const [room, via] of shared) {
    const to = nodes.get(room) as RoomNode;
    const together = via.reduce((sum, wing) => sum + 1 / ((roomsOfWing.get(wing) as readonly string[]).length - 1), 0);
    found.push({ room, strength: together / Math.sqrt(from.wings.length * to.wings.length), via });
  }
  return found;
}

function wingRooms(nodes: ReadonlyMap<string, RoomNode>): ReadonlyMap<string, readonly string[]> {
  const stands = [...nodes.values()].flatMap(({ room, wings }) => wings.map((wing) => ({ wing, room })));
  const byWing = Map.groupBy(stands, ({ wing }) => wing);
  return new Map([...byWing].map(([wing, of]) => [wing, of.map(({ room }) => room)]));
}

type Ends = Pick<ExplicitTunnel, "a" | "b">;
/** Room → rooms, both ways. */
type Neighbours = ReadonlyMap<string, ReadonlySet<string>>;
interface Joined {
  readonly dug: Neighbours;
  readonly linked: Neighbours;
}
const NOWHERE: ReadonlySet<string> = new Set();

/** Rooms joined by tunnels or links, both ways; ends that the caller doesn't see lead nowhere. */
function neighbours(tunnels: readonly Ends[], nodes: ReadonlyMap<string, RoomNode>): Neighbours {
  const dug = new Map<string, Set<string>>();
  for (const { a, b } of tunnels) {
    if (![a, b].every(({ wing, room }) => nodes.get(room)?.byWing.has(wing) ?? false) || a.room === b.room) continue;
    for (const [from, to] of [
      [a.room, b.room],
      [b.room, a.room],
    ] as const) {
      const ends = dug.get(from);
      if (ends === undefined) dug.set(from, new Set([to]));
      else ends.add(to);
    }
  }
  return dug;
}
