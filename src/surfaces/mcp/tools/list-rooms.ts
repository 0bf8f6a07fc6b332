import { z } from "zod";
import { nameSchema } from "../../shared/schemas/name.ts";
import { roomsSchema } from "../../shared/schemas/rooms.ts";
import { roomsText } from "../text/rooms-text.ts";
import type { Tool } from "../tool.ts";

const input = z.strictObject({ wing: nameSchema.exactOptional() });

export const listRoomsTool: Tool<typeof input> = {
  name: "list_rooms",
  description: "Every room (named concept), largest first; of one wing, or of all.",
  input,
  output: roomsSchema,
  behaviour: { readOnly: true },
  async run({ wing }, { project, caller }) {
    const found = await project.rooms({ caller, wing });
    return { structured: found, text: roomsText(found.rooms) };
  },
};
