import type { RoomSummary, WingSummary, Tunnels, Closets, WakeUp } from "../../../index.ts";
import { counted, linkedFrom } from "../../shared/counted.ts";

/** How AAAK is read, in one line; the grammar is in docs/aaak.md. */
export const AAAK_LEGEND =
  "AAAK1 wing/room document | @ codes of names | # drawers (beginnings of ids) | + topic | places of " +
  "its drawers, codes | ~ days | % halls and counts | ! place and key sentence";

/** Closets as AAAK, with a line that says how to read it. */
export function closetsText({ closets, total }: Closets): string {
  if (closets.length === 0) return total === 0 ? "No closets." : beyondText(total);
  const more = total > closets.length ? [`${closets.length} of ${total} closets; give offset for more.`] : [];
  return [`How to read: ${AAAK_LEGEND}`, ...closets.map(({ text }) => text), ...more].join("\n");
}

/** Of a page that begins behind the last entry. */
export function beyondText(total: number): string {
  return `Nothing there: the list has ${total}; give a smaller offset.`;
}

/** Rooms of a wing that are named; the rest is counted. */
const MAX_ROOMS = 25;

/** The tree of counts, a wing a line, its largest rooms first. */
export function taxonomyText(taxonomy: Readonly<Record<string, Readonly<Record<string, number>>>>): string {
  const wings = Object.entries(taxonomy);
  if (wings.length === 0) return "The palace is empty.";
  return wings
    .map(([wing, rooms]) => {
      const sorted = Object.entries(rooms).sort(([a, x], [b, y]) => y - x || (a < b ? -1 : 1));
      const named = sorted
        .slice(0, MAX_ROOMS)
        .map(([room, count]) => `${room} ${count}`)
        .join(", ");
      return `${wing}: ${named}${sorted.length > MAX_ROOMS ? `, and ${sorted.length - MAX_ROOMS} more rooms` : ""}`;
    })
    .join("\n");
}

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

/** Wings, a line each. @example wingsText(wings) // "driftwood: 40 drawers in 7 rooms (facts 21, events 9)" */
export function wingsText(wings: readonly WingSummary[]): string {
  if (wings.length === 0) return "The palace is empty.";
  return wings
    .map(({ wing, count, rooms, halls, aliases }) => {
      const kinds = Object.entries(halls)
        .map(([hall, drawers]) => `${hall} ${drawers}`)
        .join(", ");
      return (
        `${wing}: ${counted(count, "drawer")} in ${counted(rooms, "room")}` +
        `${kinds === "" ? "" : ` (${kinds})`}` +
        `${aliases.length === 0 ? "" : `, also called ${aliases.join(", ")}`}`
      );
    })
    .join("\n");
}

/** Rooms joined by links that are shown in words. */
export const MAX_LINKED = 20;

/** Tunnels, a line each: rooms that wings share, those that somebody dug, rooms whose notes link to each other. */
export function tunnelsText({ tunnels, explicit, linked }: Tunnels): string {
  if (tunnels.length + explicit.length + linked.length === 0) return "No tunnels.";
  return [
    ...tunnels.map(({ room, wings, count }) => `${room}: joins ${wings.join(", ")} (${counted(count, "drawer")})`),
    ...explicit.map(
      ({ a, b, label }) => `${a.wing}/${a.room} to ${b.wing}/${b.room}${label === "" ? "" : `: ${label}`}`,
    ),
    ...linked
      .slice(0, MAX_LINKED)
      .map((one) => `${one.a.wing}/${one.a.room} to ${one.b.wing}/${one.b.room}: ${linkedFrom(one)}`),
    ...(linked.length > MAX_LINKED ? [`${linked.length - MAX_LINKED} more by links.`] : []),
  ].join("\n");
}

/** A brief as a model reads it, and why there is none. */
export function briefText({ text, left, budgetTokens }: WakeUp): string {
  if (text !== "") return text;
  return Object.values(left).some((count) => count > 0)
    ? `Nothing fits into ${budgetTokens} tokens.`
    : "Nothing is stored yet.";
}
