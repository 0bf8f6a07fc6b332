import type { ExplicitTunnel, PalaceRow, TunnelEnd } from "../../model/drawer.ts";
import { LociError } from "../../model/error.ts";
import { slug } from "../../text/slug.ts";
import { wingSlug } from "../wing.ts";

/** A room over the wings that it stands in. Lists are sorted. */
export interface RoomSummary {
  readonly room: string;
  readonly wings: readonly string[];
  readonly halls: readonly string[];
  readonly count: number;
  readonly first: string | null;
  readonly last: string | null;
}

/** A room that joins wings. */
export type Tunnel = RoomSummary;

/**
 * The rooms that stand in two wings or more, most specific first: fewer wings, then more drawers, then by name.
 * @param rows of what the caller sees
 * Cost: linear in the rows, of which there is one a wing, room and hall.
 */
export function tunnelsOf(rows: readonly PalaceRow[]): readonly Tunnel[] {
  return [...roomNodes(rows).values()]
    .filter((node) => node.wings.length > 1)
    .sort((a, b) => a.wings.length - b.wings.length || b.count - a.count || (a.room < b.room ? -1 : 1))
    .map(asTunnel);
}

/** Explicit tunnels whose both ends the caller sees, in the order given. */
export function visibleTunnels(
  tunnels: readonly ExplicitTunnel[],
  rows: readonly PalaceRow[],
): readonly ExplicitTunnel[] {
  const nodes = roomNodes(rows);
  return tunnels.filter(({ a, b }) => [a, b].every(({ wing, room }) => nodes.get(room)?.byWing.has(wing) ?? false));
}

function asTunnel({ room, wings, halls, count, first, last }: RoomNode): Tunnel {
  return { room, wings, halls, count, first, last };
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
export function addTunnel(
  tunnels: readonly ExplicitTunnel[],
  tunnel: ExplicitTunnel,
  shown?: Shown,
): readonly ExplicitTunnel[] {
  return [...removeTunnel(tunnels, tunnel, shown), tunnel].sort((x, y) => (tunnelKey(x) < tunnelKey(y) ? -1 : 1));
}

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
function tunnelKey({ a, b }: ExplicitTunnel, shown: Shown = (one) => one): string {
  return [keyOf(shown(a)), keyOf(shown(b))].sort().join("\u0001");
}

function keyOf({ wing, room }: TunnelEnd): string {
  return `${wing}\u0000${room}`;
}

function end({ wing, room }: TunnelEnd): TunnelEnd {
  const made = { wing: wingSlug(wing), room: slug(room) };
  if (made.wing === "" || made.room === "")
    throw new LociError("USAGE", "an end of a tunnel needs a wing and a room", {
      hint: "for example driftwood/auth-migration",
    });
  return made;
}

/** A room as a node of the graph. */
export interface RoomNode extends RoomSummary {
  /** Drawers by wing. */
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
