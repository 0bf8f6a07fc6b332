import type { RoomSummary } from "../../../index.ts";
import { counted } from "../../shared/counted.ts";

/** Rooms, a line each. @example roomsText(rooms) // "auth-migration: 12 drawers in driftwood, orion; 2026-09-14 to 2026-10-05" */
export function roomsText(rooms: readonly RoomSummary[]): string {
  if (rooms.length === 0) return "No rooms.";
  return rooms
    .map(
      ({ room, count, wings, first, last }) =>
        `${room}: ${counted(count, "drawer")} in ${wings.join(", ")}${first === null ? "" : `; ${first} to ${last}`}`,
    )
    .join("\n");
}
