import type { Tunnels } from "../../../index.ts";
import { counted } from "../../shared/counted.ts";

/** Tunnels, a line each: rooms that wings share, then those that somebody dug. */
export function tunnelsText({ tunnels, explicit }: Pick<Tunnels, "tunnels" | "explicit">): string {
  if (tunnels.length + explicit.length === 0) return "No tunnels.";
  return [
    ...tunnels.map(({ room, wings, count }) => `${room}: joins ${wings.join(", ")} (${counted(count, "drawer")})`),
    ...explicit.map(
      ({ a, b, label }) => `${a.wing}/${a.room} to ${b.wing}/${b.room}${label === "" ? "" : `: ${label}`}`,
    ),
  ].join("\n");
}
