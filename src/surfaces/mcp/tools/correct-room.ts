import { z } from "zod";
import { LociError } from "../../../index.ts";
import { counted } from "../../shared/counted.ts";
import { choice, name, needed } from "../../../model/requests/index.ts";
import { SCHEMA_VERSION } from "../../shared/schemas/schema-version.ts";
import type { Tool } from "../tool.ts";

const input = {
  op: needed(choice(["merge", "rename", "move"], "")),
  room: name("For merge and rename: the room as it is called now"),
  id: name("For move: the drawer"),
  to: needed(name("merge: the room that stays; rename: the new name; move: the room where the drawer belongs")),
  wing: name("For merge and rename: in this wing only"),
};
const output = z.object({
  schema: z.literal(SCHEMA_VERSION),
  room: z.string(),
  wing: z.string().nullable(),
  drawers: z.int().exactOptional().describe("That stand in the room now"),
  id: z.string().exactOptional(),
});

export const correctRoomTool: Tool<typeof input> = {
  name: "correct_room",
  description:
    "Correct the rooms for good: merge one into another, rename one, or move a drawer. Only the owner may; see list_rooms first.",
  input,
  output,
  behaviour: {},
  async run({ op, room, id, to, wing }, { project, caller }) {
    if (op === "move") {
      requireOnly(op, "id", { id }, { room, wing });
      const moved = await project.moveDrawer(id as string, to, { caller });
      return { structured: moved, text: `${moved.id.slice(0, 8)} now stands in ${moved.wing}/${moved.room}.` };
    }
    requireOnly(op, "room", { room }, { id });
    const options = { caller, wing };
    const corrected =
      op === "merge"
        ? await project.mergeRooms(room as string, to, options)
        : await project.renameRoom(room as string, to, options);
    const name = `${corrected.wing === null ? "" : `${corrected.wing}/`}${corrected.room}`;
    return { structured: corrected, text: `${name}: ${counted(corrected.drawers, "drawer")}.` };
  },
};

type Given = Readonly<Record<string, string | undefined>>;

/** @throws LociError `USAGE` where what an operation needs is missing, or something is given that it doesn't take */
function requireOnly(op: string, wanted: string, needed: Given, foreign: Given): void {
  const extra = Object.keys(foreign).find((name) => foreign[name] !== undefined);
  if (needed[wanted] !== undefined && extra === undefined) return;
  throw new LociError(
    "USAGE",
    extra === undefined ? `correct_room: '${wanted}' is missing` : `correct_room: ${op} takes no '${extra}'`,
    { hint: op === "move" ? "give id and to" : "give room and to, and a wing to keep to it" },
  );
}
