import type { CommandModule } from "../command.ts";
import { correct, undo } from "./correct.ts";
import { closets, compare, graph, rooms, taxonomy, traverse, wings } from "./palace-views.ts";
import { command as tunnels } from "./tunnels.ts";

/** `loci palace PART` */
export const command: CommandModule = {
  examples: [
    ["loci palace wings", "whose and which: people, projects, subjects"],
    ["loci palace rooms --wing driftwood", "what one of them is about"],
    ["loci palace correct merge auth-move auth-migration", "two rooms that mean the same"],
  ],
  define(command) {
    command.description(
      "Look at the palace, or correct it: wings (whose or which), rooms (what about), closets (labels), tunnels (what joins wings).",
    );
  },
  parts: { wings, rooms, closets, compare, tunnels, traverse, graph, taxonomy, correct, undo },
};
