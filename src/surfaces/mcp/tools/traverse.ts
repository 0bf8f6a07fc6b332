import { TRAVERSE } from "../../../model/requests/index.ts";
import { traversedSchema } from "../../shared/schemas/traversed.ts";
import type { Tool } from "../tool.ts";

export const traverseTool: Tool<typeof TRAVERSE> = {
  name: "traverse",
  description: "Walk from a room to those that share wings with it or a tunnel leads to, nearest first.",
  input: TRAVERSE,
  output: traversedSchema,
  behaviour: { readOnly: true },
  async run({ room, hops }, { project, caller }) {
    const found = await project.traverse(room, { caller, hops });
    const lines = found.rooms.map(
      (reached) =>
        `${reached.hops} ${reached.hops === 1 ? "hop" : "hops"}: ${reached.room} (weight ${reached.weight.toFixed(2)}, by ${reached.via.join(", ")})`,
    );
    return { structured: found, text: lines.length === 0 ? "No other room can be reached." : lines.join("\n") };
  },
};
