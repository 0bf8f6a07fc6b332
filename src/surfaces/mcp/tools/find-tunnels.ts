import { TUNNELS } from "../../../model/requests/index.ts";
import { tunnelsSchema } from "../../shared/schemas/tunnels.ts";
import { tunnelsText } from "../text/palace-text.ts";
import type { Tool } from "../tool.ts";

export const findTunnelsTool: Tool<typeof TUNNELS> = {
  name: "find_tunnels",
  description: "Rooms that two or more wings share, most specific first, and tunnels that somebody dug.",
  input: TUNNELS,
  output: tunnelsSchema,
  behaviour: { readOnly: true },
  async run({ wings }, { project, caller }) {
    const found = await project.tunnels({ caller, wings });
    return { structured: found, text: tunnelsText(found) };
  },
};
