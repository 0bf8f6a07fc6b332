import { CORRECT, ROOMS, whole } from "../../../model/requests/index.ts";
import { AAAK_LEGEND, page, roomLines, taxonomyLines, wingLines } from "../text/palace-text.ts";
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
  description: "The palace as a tree: wing, room, number of drawers; and halls by wing. The largest rooms first.",
  input: getTaxonomyInput,
  behaviour: { readOnly: true },
  async run({ wing, limit = getTaxonomyInput.limit.default }, { project, caller }) {
    const { taxonomy } = await project.taxonomy({ caller });
    const leaves = leavesOf(taxonomy).filter((leaf) => wing === undefined || leaf.wing === wing);
    const largest = new Set(leaves.toSorted((a, b) => b.count - a.count).slice(0, limit));
    const left = leaves.length - largest.size;
    if (leaves.length === 0) return { lead: "The palace is empty." };
    return {
      stored: storedLines(taxonomyLines(treeOf(leaves.filter((leaf) => largest.has(leaf))))),
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
    "Correct rooms and wings for good: merge or rename rooms, rename or alias a wing, move a drawer, or undo the last of these. " +
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
        id == null ? `${place}: ${counted(drawers, "drawer")}.` : `${id.slice(0, 8)} now stands in ${place}.`,
      ]),
    };
  },
};
