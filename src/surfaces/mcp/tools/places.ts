import { choice, name, needed, ROOMS, type ValuesOf, whole } from "../../../model/requests/index.ts";
import { AAAK_LEGEND, page, roomLines, taxonomyLines, wingLines } from "../text/palace-text.ts";
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

const correctRoomInput = {
  op: needed(choice(["merge", "rename", "move", "undo"], "")),
  room: name("For merge and rename: the room as it is called now"),
  id: name("For move: the drawer"),
  to: name("merge: the room that stays; rename: the new name; move: the room where the drawer belongs"),
  wing: name("For merge and rename: in this wing only"),
};
type Correction = ValuesOf<typeof correctRoomInput>;

const OF_ROOMS = { needs: ["room", "to"], may: ["wing"], hint: "give room and to, and a wing to keep to it" } as const;
/** What each correction takes. */
const TAKES = {
  merge: OF_ROOMS,
  rename: OF_ROOMS,
  move: { needs: ["id", "to"], may: [], hint: "give id and to" },
  undo: { needs: [], may: [], hint: "give op alone" },
} as const;

export const correctRoomTool: Tool<typeof correctRoomInput> = {
  name: "correct_room",
  description:
    "Correct the rooms for good: merge one into another, rename one, move a drawer, or undo the last of these. Only the owner may; see list_rooms first.",
  input: correctRoomInput,
  behaviour: {},
  async run(given, { project, caller }) {
    const { op, room = "", id = "", to = "", wing } = given;
    requireOnly(given);
    if (op === "undo") {
      const { undone, from, to, left } = await project.undoCorrection({ caller });
      return { stored: storedLines([`Undone: ${undone}, ${from} to ${to}.`]), tail: `${left} more can be undone.` };
    }
    if (op === "move") {
      const moved = await project.moveDrawer(id, to, { caller });
      return { stored: storedLines([`${moved.id.slice(0, 8)} now stands in ${moved.wing}/${moved.room}.`]) };
    }
    const corrected = await project[op === "merge" ? "mergeRooms" : "renameRoom"](room, to, { caller, wing });
    const place = `${corrected.wing === null ? "" : `${corrected.wing}/`}${corrected.room}`;
    return { stored: storedLines([`${place}: ${counted(corrected.drawers, "drawer")}.`]) };
  },
};

/** @throws LociError `USAGE` where what a correction needs is missing, or something is given that it doesn't take */
function requireOnly({ op, ...given }: Correction): void {
  const { needs, may, hint } = TAKES[op];
  const takes: readonly string[] = [...needs, ...may];
  const extra = Object.keys(given).find((name) => !takes.includes(name));
  const missing = needs.find((name) => given[name] === undefined);
  if (extra !== undefined) throw new LociError("USAGE", `correct_room: ${op} takes no '${extra}'`, { hint });
  if (missing !== undefined) throw new LociError("USAGE", `correct_room: '${missing}' is missing`, { hint });
}
