import { CORRECT, TRAVERSE, TUNNEL, TUNNELS, without } from "../../../model/requests/index.ts";
import { AAAK_LEGEND, tunnelLines } from "../text/palace-text.ts";
import type { Tool } from "../tool.ts";
import { storedLines } from "../../../index.ts";
import { counted } from "../../shared/wording.ts";

export const getAaakSpecTool: Tool<Record<never, never>> = {
  name: "get_aaak_spec",
  description: "How to read closets: the line format AAAK.",
  input: {},
  behaviour: { readOnly: true },
  run: async () => ({ lead: AAAK_LEGEND }),
};

export const correctRoomTool: Tool<typeof CORRECT> = {
  name: "correct_room",
  description:
    "Correct rooms and wings for good: merge or rename rooms, rename or alias a wing, move a passage, or undo the last of these. " +
    "Only the owner may; see list_rooms first.",
  input: CORRECT,
  behaviour: {},
  async run({ op, ...given }, { project, caller }) {
    const { wing, room, drawers = 0, id, undone, from, to, left } = await project.correct(op, { ...given, caller });
    if (undone !== undefined)
      return { stored: storedLines([`Undone: ${undone}, ${from} to ${to}.`]), tail: `${left} more can be undone.` };
    const place = [wing, room].filter((name) => name != null).join("/");
    return {
      stored: storedLines([
        id == null ? `${place}: ${counted(drawers, "passage")}.` : `${id.slice(0, 8)} now stands in ${place}.`,
      ]),
    };
  },
};

export const createTunnelTool: Tool<typeof TUNNEL> = {
  name: "create_tunnel",
  description: "Dig a tunnel between two rooms that belong together under different names. Only the owner may.",
  input: TUNNEL,
  behaviour: { idempotent: true },
  async run({ from, to, label }, { project, caller }) {
    const { a, b } = (await project.addTunnel(from, to, { caller, label })).tunnel;
    return { lead: `A tunnel joins ${a.wing}/${a.room} and ${b.wing}/${b.room}.` };
  },
};

const deleteTunnelInput = without(TUNNEL, ["label"]);

export const deleteTunnelTool: Tool<typeof deleteTunnelInput> = {
  name: "delete_tunnel",
  description: "Fill a tunnel that was dug; rooms and passages stay. Only the owner may.",
  input: deleteTunnelInput,
  behaviour: { destructive: true, idempotent: true },
  async run({ from, to }, { project, caller }) {
    const { removed } = await project.removeTunnel(from, to, { caller });
    return { lead: removed ? "The tunnel is gone." : "There was no tunnel between them." };
  },
};

export const findTunnelsTool: Tool<typeof TUNNELS> = {
  name: "find_tunnels",
  description:
    "Rooms that two or more wings share, most specific first, tunnels that somebody dug, and links of notes.",
  input: TUNNELS,
  behaviour: { readOnly: true },
  async run({ wings }, { project, caller }) {
    const lines = tunnelLines(await project.tunnels({ caller, wings }));
    return lines.length === 0 ? { lead: "No tunnels." } : { stored: storedLines(lines) };
  },
};

export const traverseTool: Tool<typeof TRAVERSE> = {
  name: "traverse",
  description: "Walk from a room to those that share wings with it or a tunnel leads to, nearest first.",
  input: TRAVERSE,
  behaviour: { readOnly: true },
  async run({ room, ...options }, { project, caller }) {
    const found = await project.traverse(room, { ...options, caller });
    const left = found.total - found.rooms.length;
    const lines = found.rooms.map(
      (reached) =>
        `${reached.hops} ${reached.hops === 1 ? "hop" : "hops"}: ${reached.room} (weight ${reached.weight.toFixed(2)}, by ${reached.via.join(", ")})`,
    );
    return lines.length === 0
      ? { lead: "No other room can be reached." }
      : { stored: storedLines(lines), tail: left > 0 ? `${left} more; give a larger limit.` : "" };
  },
};

export const graphStatsTool: Tool<Record<never, never>> = {
  name: "graph_stats",
  description: "The palace in numbers: wings, rooms, passages, tunnels, links between wings, the largest room.",
  input: {},
  behaviour: { readOnly: true },
  async run(_, { project, caller }) {
    const { nodes, edges } = await project.graph({ caller });
    const largest = nodes.toSorted((a, b) => b.count - a.count || (a.room < b.room ? -1 : 1))[0];
    const numbers = {
      wings: new Set(nodes.flatMap(({ wings }) => wings)).size,
      rooms: nodes.length,
      drawers: nodes.reduce((sum, { count }) => sum + count, 0),
      tunnels: nodes.filter(({ wings }) => wings.length > 1).length,
      edges: edges.length,
      singletons: nodes.filter(({ count }) => count === 1).length,
      largest: largest === undefined ? "none" : `${largest.room} (${largest.count})`,
    };
    return { stored: storedLines(Object.entries(numbers).map(([name, value]) => `${name}: ${value}`)) };
  },
};
