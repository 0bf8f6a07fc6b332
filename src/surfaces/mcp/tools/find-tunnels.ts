import { z } from "zod";
import { nameSchema } from "../../shared/schemas/name.ts";
import { tunnelsSchema } from "../../shared/schemas/tunnels.ts";
import { tunnelsText } from "../text/palace-text.ts";
import type { Tool } from "../tool.ts";

const input = z.strictObject({
  wings: z.array(nameSchema).max(20).exactOptional().describe("Only those that join all of these"),
});

export const findTunnelsTool: Tool<typeof input> = {
  name: "find_tunnels",
  description: "Rooms that two or more wings share, most specific first, and tunnels that somebody dug.",
  input,
  output: tunnelsSchema,
  behaviour: { readOnly: true },
  async run({ wings }, { project, caller }) {
    const found = await project.tunnels({ caller, wings });
    return { structured: found, text: tunnelsText(found) };
  },
};
