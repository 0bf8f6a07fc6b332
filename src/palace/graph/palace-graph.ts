import type { PalaceRow, TunnelEnd, ExplicitTunnel } from "../../model/drawer.ts";
import { LociError } from "../../model/error.ts";
import type { GraphEdge, LinkedRooms, RoomSummary, Taxonomy } from "../../operations/answers/palace.ts";
import { slug } from "../../text/slug.ts";
import { wingSlug } from "../wing.ts";
import { ascending } from "../../text/words.ts";

/**
 * Rooms as nodes, and an edge for each pair of wings that share one.
 * Cost: linear in the rows and in the edges; a room of n wings has n(n−1)/2 of them.
 */
export function palaceGraph(rows: readonly PalaceRow[]): {
  readonly nodes: readonly RoomSummary[];
  readonly edges: readonly GraphEdge[];
} {
  const rowsAt = Map.groupBy(rows, ({ wing, room }) => `${wing}\u0000${room}`);
  const nodes = [...roomNodes(rows).values()].map(({ byWing: _byWing, ...node }): RoomSummary => node);
  const edges: GraphEdge[] = [];
  for (const { room, wings } of nodes)
    wings.forEach((a, i) => {
      for (const b of wings.slice(i + 1)) {
        const both = [a, b].flatMap((wing) => rowsAt.get(`${wing}\u0000${room}`) ?? []);
        const halls = [...new Set(both.flatMap(({ hall }) => (hall === "" ? [] : [hall])))].sort();
        const count = both.reduce((sum, row) => sum + row.count, 0);
        edges.push({ a, b, room, halls, count, weight: 1 / (wings.length - 1) });
      }
    });
  edges.sort((x, y) => ascending(x.a, y.a) || ascending(x.b, y.b) || ascending(x.room, y.room));
  return { nodes, edges };
}

/** The rooms of the rows that a caller sees, keys sorted. Cost: linear in the rows. */
export const roomsByWing = (rows: readonly PalaceRow[]): Taxonomy["taxonomy"] =>
  tree(rows.map(({ wing, room, count }) => [wing, room, count]));

/**
 * Halls by the names of wings that are shown. A drawer counts in its cognitive hall and in each topical one.
 * @param stored wing → hall → drawers, by the names that are stored
 */
export const hallsByWing = (stored: Taxonomy["halls"], shown: (wing: string) => string): Taxonomy["halls"] =>
  tree(
    Object.entries(stored).flatMap(([wing, halls]) =>
      Object.entries(halls).map(([hall, count]) => [shown(wing), hall, count] as const),
    ),
  );

const tree = (counted: readonly (readonly [wing: string, leaf: string, count: number])[]): Taxonomy["taxonomy"] =>
  fromSorted(
    [...Map.groupBy(counted, ([wing]) => wing)].map(([wing, own]) => {
      const leaves = [...Map.groupBy(own, ([, leaf]) => leaf)];
      return [wing, fromSorted(leaves.map(([leaf, of]) => [leaf, of.reduce((sum, [, , count]) => sum + count, 0)]))];
    }),
  );

/** `Object.fromEntries` also keeps a key like `__proto__` as plain data. */
const fromSorted = <T>(entries: readonly (readonly [string, T])[]): Record<string, T> =>
  Object.fromEntries([...entries].sort(([a], [b]) => (a < b ? -1 : 1)));

export interface PlacedLink {
  readonly id: string;
  readonly from: string;
  /** Line of the link in it, 1-based; null where its format has none. */
  readonly line: number | null;
  /** Path of the note that it leads to. */
  readonly to: string;
  readonly fromPlace: TunnelEnd;
  readonly toPlace: TunnelEnd;
}

const SHOWN = 5;

/**
 * Rooms that are joined by links of their notes, most links first, then by name. A link inside a room joins nothing.
 * Cost: linear in the links.
 */
export function linkedRooms(links: readonly PlacedLink[]): readonly LinkedRooms[] {
  const joined = links.flatMap((link) => {
    const ends = [link.fromPlace, link.toPlace].map((end) => [keyOf(end), end] as const);
    const [[one, a], [other, b]] = ends.sort(([x], [y]) => (x < y ? -1 : 1)) as [(typeof ends)[0], (typeof ends)[0]];
    return one === other ? [] : [{ key: `${one}\u0001${other}`, ends: { a, b }, link }];
  });
  return [...Map.groupBy(joined, ({ key }) => key)]
    .sort(([x, one], [y, other]) => other.length - one.length || (x < y ? -1 : 1))
    .map(([, own]) => ({
      ...(own[0] as (typeof joined)[0]).ends,
      count: own.length,
      links: own
        .map(({ link }) => link)
        .sort((x, y) => (x.from === y.from ? (x.line ?? 0) - (y.line ?? 0) : x.from < y.from ? -1 : 1))
        .slice(0, SHOWN)
        .map(({ id, from, line, to }) => ({ id, from, line, to })),
    }));
}

/**
 * The rooms that stand in two wings or more, most specific first: fewer wings, then more drawers, then by name.
 * @param rows of what the caller sees
 * Cost: linear in the rows, of which there is one a wing, room and hall.
 */
export const tunnelsOf = (rows: readonly PalaceRow[]): readonly RoomSummary[] =>
  [...roomNodes(rows).values()]
    .filter((node) => node.wings.length > 1)
    .sort((a, b) => a.wings.length - b.wings.length || b.count - a.count || (a.room < b.room ? -1 : 1))
    .map(({ byWing: _byWing, ...room }) => room);

/** Explicit tunnels whose both ends the caller sees, in the order given. */
export function visibleTunnels(
  tunnels: readonly ExplicitTunnel[],
  rows: readonly PalaceRow[],
): readonly ExplicitTunnel[] {
  const nodes = roomNodes(rows);
  return tunnels.filter(({ a, b }) => [a, b].every(({ wing, room }) => nodes.get(room)?.byWing.has(wing) ?? false));
}

/**
 * The tunnel between two ends, names as slugs.
 * @throws LociError `USAGE` for an empty name or two equal ends
 */
export function explicitTunnel(from: TunnelEnd, to: TunnelEnd, label = ""): ExplicitTunnel {
  const [one, other] = [end(from), end(to)];
  if (keyOf(one) === keyOf(other))
    throw new LociError("USAGE", "a tunnel needs two different rooms", {
      hint: "name another wing or room for one end",
    });
  return keyOf(one) < keyOf(other) ? { a: one, b: other, label } : { a: other, b: one, label };
}

/** The name under which an end is shown; where none is renamed, its own. */
type Shown = (end: TunnelEnd) => TunnelEnd;

/** The tunnels with one more, sorted by their ends; one between the same ends is replaced. @param shown see `removeTunnel` */
export const addTunnel = (
  tunnels: readonly ExplicitTunnel[],
  tunnel: ExplicitTunnel,
  shown?: Shown,
): readonly ExplicitTunnel[] =>
  [...removeTunnel(tunnels, tunnel, shown), tunnel].sort((x, y) => (tunnelKey(x) < tunnelKey(y) ? -1 : 1));

/** The tunnels without the one between these ends. @param shown makes ends that were renamed since the same as those that bear the new name */
export function removeTunnel(
  tunnels: readonly ExplicitTunnel[],
  tunnel: ExplicitTunnel,
  shown?: Shown,
): readonly ExplicitTunnel[] {
  const key = tunnelKey(tunnel, shown);
  return tunnels.filter((other) => tunnelKey(other, shown) !== key);
}

/** Ends in either order are the same. */
const tunnelKey = ({ a, b }: ExplicitTunnel, shown: Shown = (one) => one): string =>
  [keyOf(shown(a)), keyOf(shown(b))].sort().join("\u0001");

const keyOf = ({ wing, room }: TunnelEnd): string => `${wing}\u0000${room}`;

function end({ wing, room }: TunnelEnd): TunnelEnd {
  const made = { wing: wingSlug(wing), room: slug(room) };
  if (made.wing === "" || made.room === "")
    throw new LociError("USAGE", "an end of a tunnel needs a wing and a room", {
      hint: "for example driftwood/auth-migration",
    });
  return made;
}

export interface RoomNode extends RoomSummary {
  readonly byWing: ReadonlyMap<string, number>;
}

/** The rooms of a palace by name, in the order of the names. Cost: linear in the rows. */
export function roomNodes(rows: readonly PalaceRow[]): ReadonlyMap<string, RoomNode> {
  const grouped = Map.groupBy(rows, (row) => row.room);
  const nodes = new Map<string, RoomNode>();
  for (const room of [...grouped.keys()].sort()) nodes.set(room, nodeOf(room, grouped.get(room) as PalaceRow[]));
  return nodes;
}

function nodeOf(room: string, rows: readonly PalaceRow[]): RoomNode {
  const byWing = new Map<string, number>();
  for (const { wing, count } of rows) byWing.set(wing, (byWing.get(wing) ?? 0) + count);
  const firsts = rows.flatMap(({ first }) => (first === null ? [] : [first])).sort();
  const lasts = rows.flatMap(({ last }) => (last === null ? [] : [last])).sort();
  return {
    room,
    wings: [...byWing.keys()].sort(),
    halls: [...new Set(rows.map(({ hall }) => hall).filter((hall) => hall !== ""))].sort(),
    count: rows.reduce((sum, { count }) => sum + count, 0),
    first: firsts[0] ?? null,
    last: lasts[lasts.length - 1] ?? null,
    byWing,
  };
}
