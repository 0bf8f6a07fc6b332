import type { PalaceRow } from "../../model/placement.ts";

/** A room as a node of the graph. Lists are sorted. */
export interface RoomNode {
  readonly room: string;
  readonly wings: readonly string[];
  readonly halls: readonly string[];
  readonly count: number;
  readonly first: string | null;
  readonly last: string | null;
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
