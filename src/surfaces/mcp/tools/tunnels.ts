import { z } from "zod";
import { TRAVERSE, TUNNEL, TUNNELS, without } from "../../../model/requests/index.ts";
import { SCHEMA_VERSION } from "../../shared/versions.ts";
import { traversedSchema, tunnelSchema, tunnelsSchema } from "../../shared/schemas/palace.ts";
import type { Tool } from "../tool.ts";
import { MAX_LINKED, tunnelsText } from "../text/palace-text.ts";

const createTunnelOutput = z.object({ schema: z.literal(SCHEMA_VERSION), tunnel: tunnelSchema });

export const createTunnelTool: Tool<typeof TUNNEL> = {
  name: "create_tunnel",
  description: "Dig a tunnel between two rooms that belong together under different names. Only the owner may.",
  input: TUNNEL,
  output: createTunnelOutput,
  behaviour: { idempotent: true },
  async run({ from, to, label }, { project, caller }) {
    const found = await project.addTunnel(from, to, { caller, label });
    const { a, b } = found.tunnel;
    return { structured: found, text: `A tunnel joins ${a.wing}/${a.room} and ${b.wing}/${b.room}.` };
  },
};

const deleteTunnelInput = without(TUNNEL, ["label"]);
const deleteTunnelOutput = z.object({ schema: z.literal(SCHEMA_VERSION), removed: z.boolean() });

export const deleteTunnelTool: Tool<typeof deleteTunnelInput> = {
  name: "delete_tunnel",
  description: "Fill a tunnel that was dug; rooms and drawers stay. Only the owner may.",
  input: deleteTunnelInput,
  output: deleteTunnelOutput,
  behaviour: { destructive: true, idempotent: true },
  async run({ from, to }, { project, caller }) {
    const found = await project.removeTunnel(from, to, { caller });
    return { structured: found, text: found.removed ? "The tunnel is gone." : "There was no tunnel between them." };
  },
};

export const findTunnelsTool: Tool<typeof TUNNELS> = {
  name: "find_tunnels",
  description:
    "Rooms that two or more wings share, most specific first, tunnels that somebody dug, and links of notes.",
  input: TUNNELS,
  output: tunnelsSchema,
  behaviour: { readOnly: true },
  async run({ wings }, { project, caller }) {
    const found = await project.tunnels({ caller, wings });
    return { structured: { ...found, linked: found.linked.slice(0, MAX_LINKED) }, text: tunnelsText(found) };
  },
};

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

const graphStatsInput = {};
const graphStatsOutput = z.object({
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

export const graphStatsTool: Tool<typeof graphStatsInput> = {
  name: "graph_stats",
  description: "The palace in numbers: wings, rooms, drawers, tunnels, links between wings, the largest room.",
  input: graphStatsInput,
  output: graphStatsOutput,
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
