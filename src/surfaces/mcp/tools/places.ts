import { choice, name, needed, ROOMS, whole } from "../../../model/requests/index.ts";
import { AAAK_LEGEND, roomLines, taxonomyLines, wingLines } from "../text/palace-text.ts";
import type { Tool } from "../tool.ts";
import { LociError, type Project, storedLines } from "../../../index.ts";
import { counted } from "../../shared/wording.ts";

const listWingsInput = { limit: whole(1, 1_000, "Wings at most", { default: 100 }) };

export const listWingsTool: Tool<typeof listWingsInput> = {
  name: "list_wings",
  description: "The wings (person, project or subject), largest first, with their rooms and halls counted.",
  input: listWingsInput,
  behaviour: { readOnly: true },
  async run({ limit = listWingsInput.limit.default }, { project, caller }) {
    const { wings } = await project.wings({ caller });
    const shown = wings.slice(0, limit);
    const left = wings.length - shown.length;
    if (wings.length === 0) return { lead: "The palace is empty." };
    return { stored: storedLines(wingLines(shown)), tail: left > 0 ? `${left} more; give a larger limit.` : "" };
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
    const shown = rooms.slice(0, limit);
    const left = rooms.length - shown.length;
    if (rooms.length === 0) return { lead: "No rooms." };
    return {
      stored: storedLines(roomLines(shown)),
      tail: left > 0 ? `${left} more; give a wing, or a larger limit.` : "",
    };
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
    const whole = await project.taxonomy({ caller });
    const within = (counts: Counts): Counts =>
      wing === undefined ? counts : Object.fromEntries(Object.entries(counts).filter(([name]) => name === wing));
    const total = roomsIn(within(whole.taxonomy));
    const taxonomy = largest(within(whole.taxonomy), limit);
    const shown = roomsIn(taxonomy);
    const left = total - shown;
    if (total === 0) return { lead: "The palace is empty." };
    return {
      stored: storedLines(taxonomyLines(taxonomy)),
      tail: left > 0 ? `${left} more rooms; give a wing, or a larger limit.` : "",
    };
  },
};

function roomsIn(counts: Counts): number {
  return leavesOf(counts).length;
}

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

/** The leaves with the most drawers, under their wings, in the order of the tree. */
function largest(counts: Counts, limit: number): Counts {
  const leaves = leavesOf(counts);
  const kept = new Set([...leaves].sort((a, b) => b.count - a.count).slice(0, limit));
  return treeOf(leaves.filter((leaf) => kept.has(leaf)));
}

const getAaakSpecInput = {};

export const getAaakSpecTool: Tool<typeof getAaakSpecInput> = {
  name: "get_aaak_spec",
  description: "How to read closets: the line format AAAK.",
  input: getAaakSpecInput,
  behaviour: { readOnly: true },
  run: async () => ({ lead: AAAK_LEGEND }),
};

const correctRoomInput = {
  op: needed(choice(["merge", "rename", "move", "undo"], "")),
  room: name("For merge and rename: the room as it is called now"),
  id: name("For move: the drawer"),
  to: name("merge: the room that stays; rename: the new name; move: the room where the drawer belongs"),
  wing: name("For merge and rename: in this wing only"),
};

export const correctRoomTool: Tool<typeof correctRoomInput> = {
  name: "correct_room",
  description:
    "Correct the rooms for good: merge one into another, rename one, move a drawer, or undo the last of these. Only the owner may; see list_rooms first.",
  input: correctRoomInput,
  behaviour: {},
  async run({ op, room, id, to, wing }, { project, caller }) {
    if (op === "undo") {
      requireOnly(op, [], { room, id, to, wing });
      const { undone, from, to: given, left } = await project.undoCorrection({ caller });
      return { stored: storedLines([`Undone: ${undone}, ${from} to ${given}.`]), tail: `${left} more can be undone.` };
    }
    if (op === "move") {
      requireOnly(op, ["id", "to"], { id, to, room, wing });
      const moved = await project.moveDrawer(id as string, to as string, { caller });
      return { stored: storedLines([`${moved.id.slice(0, 8)} now stands in ${moved.wing}/${moved.room}.`]) };
    }
    requireOnly(op, ["room", "to"], { room, to, id }, ["wing"]);
    const options = { caller, wing };
    const corrected =
      op === "merge"
        ? await project.mergeRooms(room as string, to as string, options)
        : await project.renameRoom(room as string, to as string, options);
    const name = `${corrected.wing === null ? "" : `${corrected.wing}/`}${corrected.room}`;
    return { stored: storedLines([`${name}: ${counted(corrected.drawers, "drawer")}.`]) };
  },
};

type Given = Readonly<Record<string, string | undefined>>;

/** @throws LociError `USAGE` where what an operation needs is missing, or something is given that it doesn't take */
function requireOnly(op: string, needed: readonly string[], given: Given, optional: readonly string[] = []): void {
  const extra = Object.keys(given).find(
    (name) => given[name] !== undefined && !needed.includes(name) && !optional.includes(name),
  );
  const missing = needed.find((name) => given[name] === undefined);
  if (missing === undefined && extra === undefined) return;
  throw new LociError(
    "USAGE",
    extra === undefined ? `correct_room: '${missing}' is missing` : `correct_room: ${op} takes no '${extra}'`,
    {
      hint:
        op === "undo"
          ? "give op alone"
          : op === "move"
            ? "give id and to"
            : "give room and to, and a wing to keep to it",
    },
  );
}
