import type { PalaceRow, TunnelEnd } from "../../model/drawer.ts";
import { type RoomSummary, roomNodes } from "./tunnels.ts";

/** A room of the graph. */
export type GraphNode = RoomSummary;

/** Two wings that share a room; `a` before `b` by the alphabet. */
export interface GraphEdge {
  readonly a: string;
  readonly b: string;
  readonly room: string;
  /** Halls that the room has in both or either of the two wings, sorted. */
  readonly halls: readonly string[];
  /** Drawers of the room in the two wings together. */
  readonly count: number;
  /** How telling the link is: 1 / (wings that hold the room − 1), so 1 for a room of just these two. */
  readonly weight: number;
}

/** Rooms, and the wings that share them. Nodes by name; edges by wings, then room. */
interface SharedRooms {
  readonly nodes: readonly GraphNode[];
  readonly edges: readonly GraphEdge[];
}

/**
 * Rooms as nodes, and an edge for each pair of wings that share one.
 * Cost: linear in the rows and in the edges; a room of n wings has n(n−1)/2 of them.
 */
export function palaceGraph(rows: readonly PalaceRow[]): SharedRooms {
  const hallsOf = new Map<string, string[]>();
  for (const { wing, room, hall } of rows) {
    if (hall === "") continue;
    const key = `${wing}\u0000${room}`;
    const halls = hallsOf.get(key);
    if (halls === undefined) hallsOf.set(key, [hall]);
    else if (!halls.includes(hall)) halls.push(hall);
  }
  const nodes: GraphNode[] = [];
  const edges: GraphEdge[] = [];
  for (const { room, wings, halls, count, first, last, byWing } of roomNodes(rows).values()) {
    nodes.push({ room, wings, halls, count, first, last });
    wings.forEach((a, i) => {
      for (const b of wings.slice(i + 1)) {
        const both = [...new Set([a, b].flatMap((wing) => hallsOf.get(`${wing}\u0000${room}`) ?? []))].sort();
        edges.push({
          a,
          b,
          room,
          halls: both,
          count: (byWing.get(a) as number) + (byWing.get(b) as number),
          weight: 1 / (wings.length - 1),
        });
      }
    });
  }
  edges.sort((x, y) => compare(x.a, y.a) || compare(x.b, y.b) || compare(x.room, y.room));
  return { nodes, edges };
}

function compare(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}

/** The palace as a tree of counts: wing → room → drawers, and wing → hall → drawers (those without a hall are not counted). */
export interface Taxonomy {
  readonly taxonomy: Readonly<Record<string, Readonly<Record<string, number>>>>;
  readonly halls: Readonly<Record<string, Readonly<Record<string, number>>>>;
}

/** The rooms of the rows that a caller sees, keys sorted. Cost: linear in the rows. */
export function roomsByWing(rows: readonly PalaceRow[]): Taxonomy["taxonomy"] {
  return tree(rows.map(({ wing, room, count }) => [wing, room, count]));
}

/**
 * Halls by the names of wings that are shown. A drawer counts in its cognitive hall and in each topical one.
 * @param stored wing → hall → drawers, by the names that are stored
 */
export function hallsByWing(stored: Taxonomy["halls"], shown: (wing: string) => string): Taxonomy["halls"] {
  return tree(
    Object.entries(stored).flatMap(([wing, halls]) =>
      Object.entries(halls).map(([hall, count]) => [shown(wing), hall, count] as const),
    ),
  );
}

function tree(counted: readonly (readonly [wing: string, leaf: string, count: number])[]): Taxonomy["taxonomy"] {
  const wings = new Map<string, Map<string, number>>();
  for (const [wing, leaf, count] of counted) {
    let leaves = wings.get(wing);
    if (leaves === undefined) wings.set(wing, (leaves = new Map()));
    leaves.set(leaf, (leaves.get(leaf) ?? 0) + count);
  }
  return fromSorted([...wings].map(([wing, leaves]) => [wing, fromSorted([...leaves])]));
}

/** `Object.fromEntries` also keeps a key like `__proto__` as plain data. */
function fromSorted<T>(entries: readonly (readonly [string, T])[]): Record<string, T> {
  return Object.fromEntries([...entries].sort(([a], [b]) => (a < b ? -1 : 1)));
}

/** A link between two notes, and where both stand. */
export interface PlacedLink {
  /** The drawer that holds the link. */
  readonly id: string;
  /** Of both notes: links lead to notes of their own source. */
  readonly source: string;
  /** Path of the linking note. */
  readonly from: string;
  /** Line of the link in it, 1-based; null where its format has none. */
  readonly line: number | null;
  /** Path of the note that it leads to. */
  readonly to: string;
  readonly fromPlace: TunnelEnd;
  readonly toPlace: TunnelEnd;
}

/** Two rooms that notes in them join by links. `a` is the first end by the alphabet. */
export interface LinkedRooms {
  readonly a: TunnelEnd;
  readonly b: TunnelEnd;
  /** Links, in either direction. */
  readonly count: number;
  /** The first of them by path and line, at most five. */
  readonly links: readonly Pick<PlacedLink, "id" | "from" | "line" | "to">[];
}

const SHOWN = 5;

/**
 * Rooms that are joined by links of their notes, most links first, then by name. A link inside a room joins nothing.
 * Cost: linear in the links.
 */
export function linkedRooms(links: readonly PlacedLink[]): readonly LinkedRooms[] {
  const pairs = new Map<string, { readonly a: TunnelEnd; readonly b: TunnelEnd; readonly links: PlacedLink[] }>();
  for (const link of links) {
    const [[one, a], [other, b]] = [link.fromPlace, link.toPlace]
      .map((end) => [`${end.wing}\u0000${end.room}`, end] as const)
      .sort(([x], [y]) => (x < y ? -1 : 1)) as [[string, TunnelEnd], [string, TunnelEnd]];
    if (one === other) continue;
    const key = `${one}\u0001${other}`;
    const known = pairs.get(key);
    if (known === undefined) pairs.set(key, { a, b, links: [link] });
    else known.links.push(link);
  }
  return [...pairs]
    .sort(([x, one], [y, other]) => other.links.length - one.links.length || (x < y ? -1 : 1))
    .map(([, { a, b, links: own }]) => ({
      a,
      b,
      count: own.length,
      links: own
        .sort((x, y) => (x.from === y.from ? (x.line ?? 0) - (y.line ?? 0) : x.from < y.from ? -1 : 1))
        .slice(0, SHOWN)
        .map(({ id, from, line, to }) => ({ id, from, line, to })),
    }));
}
