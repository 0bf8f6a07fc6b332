import { z } from "zod";
import { SCHEMA_VERSION } from "../../shared/schemas/schema-version.ts";
import { TUNNEL, without } from "../../../model/requests/index.ts";
import type { Tool } from "../tool.ts";

const input = without(TUNNEL, ["label"]);
const output = z.object({ schema: z.literal(SCHEMA_VERSION), removed: z.boolean() });

export const deleteTunnelTool: Tool<typeof input> = {
  name: "delete_tunnel",
  description: "Fill a tunnel that was dug; rooms and drawers stay. Only the owner may.",
  input,
  output,
  behaviour: { destructive: true, idempotent: true },
  async run({ from, to }, { project, caller }) {
    const found = await project.removeTunnel(from, to, { caller });
    return { structured: found, text: found.removed ? "The tunnel is gone." : "There was no tunnel between them." };
  },
};
