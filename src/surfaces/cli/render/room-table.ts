import type { Style } from "../output/style.ts";
import { table } from "../output/table.ts";

/** A room as a table shows it; `wings` as they are to be read. */
export interface RoomRow {
  readonly room: string;
  readonly count: number;
  readonly wings: string;
  readonly halls: readonly string[];
  readonly first: string | null;
  readonly last: string | null;
}

/** A table of rooms: their drawers, wings, halls, and the days of the first and last drawer. */
export function roomTable(rooms: readonly RoomRow[], style: Style): string {
  return table(
    ["room", "#passages", "wings", "halls", "first", "last"],
    rooms.map(({ room, count, wings, halls, first, last }) => [room, count, wings, halls.join(", "), first, last]),
    style,
  );
}
