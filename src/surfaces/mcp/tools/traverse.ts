import { z } from "zod";
import { nameSchema } from "../../shared/schemas/name.ts";
import { traversedSchema } from "../../shared/schemas/traversed.ts";
import type { Tool } from "../tool.ts";

const input = z.strictObject({
  room: nameSchema.describe("Where the walk starts"),
  hops: z.int().min(1).max(10).exactOptional().describe("Default 2"),
});

export const traverseTool: Tool<typeof input> = {
  name: "traverse",
  description: "Walk from a room to those that share wings with it or a tunnel leads to, nearest first.",
  input,
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
