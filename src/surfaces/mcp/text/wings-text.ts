import type { WingSummary } from "../../../index.ts";
import { counted } from "../../shared/counted.ts";

/** Wings, a line each. @example wingsText(wings) // "driftwood: 40 drawers in 7 rooms (facts 21, events 9)" */
export function wingsText(wings: readonly WingSummary[]): string {
  if (wings.length === 0) return "The palace is empty.";
  return wings
    .map(({ wing, count, rooms, halls, aliases }) => {
      const kinds = Object.entries(halls)
        .map(([hall, drawers]) => `${hall} ${drawers}`)
        .join(", ");
      return `${wing}: ${counted(count, "drawer")} in ${counted(rooms, "room")}${kinds === "" ? "" : ` (${kinds})`}${aliases.length === 0 ? "" : `, also called ${aliases.join(", ")}`}`;
    })
    .join("\n");
}
