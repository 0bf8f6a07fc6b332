import { ROOMS, whole } from "../../../model/requests/index.ts";
import { roomsSchema } from "../../shared/schemas/rooms.ts";
import { roomsText } from "../text/palace-text.ts";
import type { Tool } from "../tool.ts";

const input = { ...ROOMS, limit: whole(1, 1_000, "Rooms at most", { default: 200 }) };

export const listRoomsTool: Tool<typeof input> = {
  name: "list_rooms",
  description: "Every room (named concept), largest first; of one wing, or of all.",
  input,
  output: roomsSchema,
  behaviour: { readOnly: true },
  async run({ wing, limit = input.limit.default }, { project, caller }) {
    const { rooms } = await project.rooms({ caller, wing });
    const shown = rooms.slice(0, limit);
    const left = rooms.length - shown.length;
    return {
      structured: { rooms: shown, total: rooms.length },
      text: `${roomsText(shown)}${left > 0 ? `\n${left} more; give a wing, or a larger limit.` : ""}`,
    };
  },
};
