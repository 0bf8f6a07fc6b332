import type { ExplicitTunnel } from "../../model/palace-edits.ts";
import type { PalaceRow } from "../../model/placement.ts";
import { roomNodes, type RoomNode } from "./room-nodes.ts";

/** A room that joins wings. */
export interface Tunnel {
  readonly room: string;
  readonly wings: readonly string[];
  readonly halls: readonly string[];
  readonly count: number;
  readonly first: string | null;
  readonly last: string | null;
}

/**
 * The rooms that stand in two wings or more, most specific first: fewer wings, then more drawers, then by name.
 *
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
