import { TUNNELS } from "../../../model/requests/index.ts";
import { tunnelsSchema } from "../../shared/schemas/tunnels.ts";
import { MOST_LINKED, tunnelsText } from "../text/palace-text.ts";
import type { Tool } from "../tool.ts";

export const findTunnelsTool: Tool<typeof TUNNELS> = {
  name: "find_tunnels",
  description:
    "Rooms that two or more wings share, most specific first, tunnels that somebody dug, and links of notes.",
  input: TUNNELS,
  output: tunnelsSchema,
  behaviour: { readOnly: true },
  async run({ wings }, { project, caller }) {
    const found = await project.tunnels({ caller, wings });
    return { structured: { ...found, linked: found.linked.slice(0, MOST_LINKED) }, text: tunnelsText(found) };
  },
};
