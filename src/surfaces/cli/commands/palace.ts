import type { CommandModule } from "../command.ts";
import { command as closets } from "./closets.ts";
import { command as correct } from "./correct.ts";
import { command as graph } from "./graph.ts";
import { command as rooms } from "./rooms.ts";
import { command as taxonomy } from "./taxonomy.ts";
import { command as traverse } from "./traverse.ts";
import { command as tunnels } from "./tunnels.ts";
import { command as undo } from "./undo.ts";
import { command as wings } from "./wings.ts";

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
  parts: { wings, rooms, closets, tunnels, traverse, graph, taxonomy, correct, undo },
};
