import { CORRECT, ROOMS, TRAVERSE, TUNNEL, TUNNELS, whole, without } from "../../../model/requests/index.ts";
import { AAAK_LEGEND, page, roomLines, taxonomyLines, tunnelLines, wingLines } from "../text/palace-text.ts";
import type { Tool } from "../tool.ts";
import { type Project, storedLines } from "../../../index.ts";
import { counted } from "../../shared/wording.ts";

const listWingsInput = { limit: whole(1, 1_000, "Wings at most", { default: 100 }) };

export const listWingsTool: Tool<typeof listWingsInput> = {
  name: "list_wings",
  description: "The wings (person, project or subject), largest first, with their rooms and halls counted.",
  input: listWingsInput,
  behaviour: { readOnly: true },
  async run({ limit = listWingsInput.limit.default }, { project, caller }) {
    const { wings } = await project.wings({ caller });
    return page(wings, { limit, lines: wingLines, empty: "The palace is empty.", next: () => "give a larger limit" });
  },
};

const listRoomsInput = { ...ROOMS, limit: whole(1, 1_000, "Rooms at most", { default: 200 }) };

export const listRoomsTool: Tool<typeof listRoomsInput> = {
  name: "list_rooms",
  description: "Every room (named concept), largest first; of one wing, or of all.",
  input: listRoomsInput,
  behaviour: { readOnly: true },
  async run({ wing, limit = listRoomsInput.limit.default }, { project, caller }) {
    const { rooms } = await project.rooms({ caller, wing });
    return page(rooms, { limit, lines: roomLines, empty: "No rooms.", next: () => "give a wing, or a larger limit" });
  },
};

const getTaxonomyInput = { ...ROOMS, limit: whole(1, 2_000, "Rooms in all", { default: 300 }) };

type Counts = Awaited<ReturnType<Project["taxonomy"]>>["taxonomy"];

export const getTaxonomyTool: Tool<typeof getTaxonomyInput> = {
  name: "get_taxonomy",
  description: "The palace as a tree: wing, room, number of passages; and halls by wing. The largest rooms first.",
  input: getTaxonomyInput,
  behaviour: { readOnly: true },
  async run({ wing, limit = getTaxonomyInput.limit.default }, { project, caller }) {
    const { taxonomy, halls } = await project.taxonomy({ caller });
    const leaves = leavesOf(taxonomy).filter((leaf) => wing === undefined || leaf.wing === wing);
    const largest = new Set(leaves.toSorted((a, b) => b.count - a.count).slice(0, limit));
    const left = leaves.length - largest.size;
    if (leaves.length === 0) return { lead: "The palace is empty." };
    return {
      stored: storedLines(taxonomyLines(treeOf(leaves.filter((leaf) => largest.has(leaf))), halls)),
      tail: left > 0 ? `${left} more rooms; give a wing, or a larger limit.` : "",
    };
  },
};

/** A room, or a hall, of a wing. */
interface Leaf {
  readonly wing: string;
  readonly room: string;
  readonly count: number;
}

/** The leaves of the tree, in its order. */
export function leavesOf(counts: Counts): readonly Leaf[] {
  return Object.entries(counts).flatMap(([wing, rooms]) =>
    Object.entries(rooms).map(([room, count]) => ({ wing, room, count })),
  );
}

/** The tree that some leaves make, in their order. */
export function treeOf(leaves: readonly Leaf[]): Counts {
  const wings = Map.groupBy(leaves, ({ wing }) => wing);
  return Object.fromEntries(
    [...wings].map(([wing, own]) => [wing, Object.fromEntries(own.map(({ room, count }) => [room, count]))]),
  );
}

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

const graphStatsInput = {};

export const graphStatsTool: Tool<typeof graphStatsInput> = {
  name: "graph_stats",
  description: "The palace in numbers: wings, rooms, passages, tunnels, links between wings, the largest room.",
  input: graphStatsInput,
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
