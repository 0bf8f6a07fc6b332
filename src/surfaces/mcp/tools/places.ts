import { z } from "zod";
import { choice, name, needed, ROOMS, whole } from "../../../model/requests/index.ts";
import { roomsSchema, taxonomySchema, wingsSchema } from "../../shared/schemas/palace.ts";
import { AAAK_LEGEND, roomsText, taxonomyText, wingsText } from "../text/palace-text.ts";
import type { Tool } from "../tool.ts";
import { LociError, type Project } from "../../../index.ts";
import { SCHEMA_VERSION } from "../../shared/versions.ts";
import { counted } from "../../shared/counted.ts";

const listWingsInput = { limit: whole(1, 1_000, "Wings at most", { default: 100 }) };

export const listWingsTool: Tool<typeof listWingsInput> = {
  name: "list_wings",
  description: "The wings (person, project or subject), largest first, with their rooms and halls counted.",
  input: listWingsInput,
  output: wingsSchema.extend({ total: z.int() }),
  behaviour: { readOnly: true },
  async run({ limit = listWingsInput.limit.default }, { project, caller }) {
    const { wings } = await project.wings({ caller });
    const shown = wings.slice(0, limit);
    const left = wings.length - shown.length;
    return {
      structured: { wings: shown, total: wings.length },
      text: `${wingsText(shown)}${left > 0 ? `\n${left} more; give a larger limit.` : ""}`,
    };
  },
};

const listRoomsInput = { ...ROOMS, limit: whole(1, 1_000, "Rooms at most", { default: 200 }) };

export const listRoomsTool: Tool<typeof listRoomsInput> = {
  name: "list_rooms",
  description: "Every room (named concept), largest first; of one wing, or of all.",
  input: listRoomsInput,
  output: roomsSchema,
  behaviour: { readOnly: true },
  async run({ wing, limit = listRoomsInput.limit.default }, { project, caller }) {
    const { rooms } = await project.rooms({ caller, wing });
    const shown = rooms.slice(0, limit);
    const left = rooms.length - shown.length;
    return {
      structured: { rooms: shown, total: rooms.length },
      text: `${roomsText(shown)}${left > 0 ? `\n${left} more; give a wing, or a larger limit.` : ""}`,
    };
  },
};

const getTaxonomyInput = { ...ROOMS, limit: whole(1, 2_000, "Rooms in all", { default: 300 }) };
/** Topical halls of a wing come after the five, and a wing of a vault may have as many as folders. */
export const MAX_HALLS = 25;

type Counts = Awaited<ReturnType<Project["taxonomy"]>>["taxonomy"];

export const getTaxonomyTool: Tool<typeof getTaxonomyInput> = {
  name: "get_taxonomy",
  description: "The palace as a tree: wing, room, number of drawers; and halls by wing. The largest rooms first.",
  input: getTaxonomyInput,
  output: taxonomySchema.extend({ total: z.int().describe("Rooms"), shown: z.int() }),
  behaviour: { readOnly: true },
  async run({ wing, limit = getTaxonomyInput.limit.default }, { project, caller }) {
    const whole = await project.taxonomy({ caller });
    const within = (counts: Counts): Counts =>
      wing === undefined ? counts : Object.fromEntries(Object.entries(counts).filter(([name]) => name === wing));
    const total = roomsIn(within(whole.taxonomy));
    const taxonomy = largest(within(whole.taxonomy), limit);
    const shown = roomsIn(taxonomy);
    const halls = Object.fromEntries(
      Object.entries(within(whole.halls))
        .filter(([name]) => Object.hasOwn(taxonomy, name))
        .map(([name, counts]) => [name, largest({ [name]: counts }, MAX_HALLS)[name] ?? {}]),
    );
    const left = total - shown;
    return {
      structured: { taxonomy, halls, total, shown },
      text: `${taxonomyText(taxonomy)}${left > 0 ? `\n${left} more rooms; give a wing, or a larger limit.` : ""}`,
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
export function largest(counts: Counts, limit: number): Counts {
  const leaves = leavesOf(counts);
  const kept = new Set([...leaves].sort((a, b) => b.count - a.count).slice(0, limit));
  return treeOf(leaves.filter((leaf) => kept.has(leaf)));
}

const getAaakSpecInput = {};
const aaakOutput = z.object({ schema: z.literal(SCHEMA_VERSION), spec: z.string() });

export const getAaakSpecTool: Tool<typeof getAaakSpecInput> = {
  name: "get_aaak_spec",
  description: "How to read closets: the line format AAAK.",
  input: getAaakSpecInput,
  output: aaakOutput,
  behaviour: { readOnly: true },
  run: async () => ({ structured: { spec: AAAK_LEGEND }, text: AAAK_LEGEND }),
};

const correctRoomInput = {
  op: needed(choice(["merge", "rename", "move", "undo"], "")),
  room: name("For merge and rename: the room as it is called now"),
  id: name("For move: the drawer"),
  to: name("merge: the room that stays; rename: the new name; move: the room where the drawer belongs"),
  wing: name("For merge and rename: in this wing only"),
};
const correctRoomOutput = z.object({
  schema: z.literal(SCHEMA_VERSION),
  room: z.string(),
  wing: z.string().nullable(),
  drawers: z.int().exactOptional().describe("That stand in the room now"),
  id: z.string().exactOptional(),
  undone: z.string().exactOptional(),
  left: z.int().exactOptional().describe("That can be undone next"),
});

export const correctRoomTool: Tool<typeof correctRoomInput> = {
  name: "correct_room",
  description:
    "Correct the rooms for good: merge one into another, rename one, move a drawer, or undo the last of these. Only the owner may; see list_rooms first.",
  input: correctRoomInput,
  output: correctRoomOutput,
  behaviour: {},
  async run({ op, room, id, to, wing }, { project, caller }) {
    if (op === "undo") {
      requireOnly(op, [], { room, id, to, wing });
      const undone = await project.undoCorrection({ caller });
      const { left, from, ...rest } = undone;
      return {
        structured: {
          room: from,
          wing: rest.wing,
          undone: rest.undone,
          left,
          ...(rest.id !== null && { id: rest.id }),
        },
        text: `Undone: ${rest.undone}, ${from} to ${rest.to}. ${left} more can be undone.`,
      };
    }
    if (op === "move") {
      requireOnly(op, ["id", "to"], { id, to, room, wing });
      const moved = await project.moveDrawer(id as string, to as string, { caller });
      return { structured: moved, text: `${moved.id.slice(0, 8)} now stands in ${moved.wing}/${moved.room}.` };
    }
    requireOnly(op, ["room", "to"], { room, to, id }, ["wing"]);
    const options = { caller, wing };
    const corrected =
      op === "merge"
        ? await project.mergeRooms(room as string, to as string, options)
        : await project.renameRoom(room as string, to as string, options);
    const name = `${corrected.wing === null ? "" : `${corrected.wing}/`}${corrected.room}`;
    return { structured: corrected, text: `${name}: ${counted(corrected.drawers, "drawer")}.` };
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
