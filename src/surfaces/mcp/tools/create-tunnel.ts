import { z } from "zod";
import { TUNNEL } from "../../../model/requests/index.ts";
import { SCHEMA_VERSION } from "../../shared/schemas/schema-version.ts";
import { tunnelSchema } from "../../shared/schemas/tunnel.ts";
import type { Tool } from "../tool.ts";

const output = z.object({ schema: z.literal(SCHEMA_VERSION), tunnel: tunnelSchema });

export const createTunnelTool: Tool<typeof TUNNEL> = {
  name: "create_tunnel",
  description: "Dig a tunnel between two rooms that belong together under different names. Only the owner may.",
  input: TUNNEL,
  output,
  behaviour: { idempotent: true },
  async run({ from, to, label }, { project, caller }) {
    const found = await project.addTunnel(from, to, { caller, label });
    const { a, b } = found.tunnel;
    return { structured: found, text: `A tunnel joins ${a.wing}/${a.room} and ${b.wing}/${b.room}.` };
  },
};
