import { z } from "zod";
import { SCHEMA_VERSION } from "../../shared/schemas/schema-version.ts";
import type { Tool } from "../tool.ts";

const input = {};
const output = z.object({
  schema: z.literal(SCHEMA_VERSION),
  wings: z.int(),
  rooms: z.int(),
  drawers: z.int(),
  /** Rooms that stand in two wings or more. */
  tunnels: z.int(),
  /** Pairs of wings that share a room, once for each room. */
  edges: z.int(),
  /** Rooms with one drawer. */
  singletons: z.int(),
  largest: z.object({ room: z.string(), count: z.int() }).nullable(),
});

export const graphStatsTool: Tool<typeof input> = {
  name: "graph_stats",
  description: "The palace in numbers: wings, rooms, drawers, tunnels, links between wings, the largest room.",
  input,
  output,
  behaviour: { readOnly: true },
  async run(_, { project, caller }) {
    const { nodes, edges } = await project.graph({ caller });
    const largest = nodes.toSorted((a, b) => b.count - a.count || (a.room < b.room ? -1 : 1))[0];
    const structured = {
      wings: new Set(nodes.flatMap(({ wings }) => wings)).size,
      rooms: nodes.length,
      drawers: nodes.reduce((sum, { count }) => sum + count, 0),
      tunnels: nodes.filter(({ wings }) => wings.length > 1).length,
      edges: edges.length,
      singletons: nodes.filter(({ count }) => count === 1).length,
      largest: largest === undefined ? null : { room: largest.room, count: largest.count },
    };
    return {
      structured,
      text: Object.entries(structured)
        .map(
          ([name, value]) =>
            `${name}: ${value !== null && typeof value === "object" ? `${value.room} (${value.count})` : (value ?? "none")}`,
        )
        .join("\n"),
    };
  },
};
