import { z } from "zod";
import { SCHEMA_VERSION } from "../../shared/schemas/schema-version.ts";
import { tunnelEndSchema, tunnelSchema } from "../../shared/schemas/tunnel.ts";
import type { Tool } from "../tool.ts";

const input = z.strictObject({
  from: tunnelEndSchema,
  to: tunnelEndSchema,
  label: z.string().max(500).exactOptional().describe("Why they belong together"),
});
const output = z.object({ schema: z.literal(SCHEMA_VERSION), tunnel: tunnelSchema });

export const createTunnelTool: Tool<typeof input> = {
  name: "create_tunnel",
  description: "Dig a tunnel between two rooms that belong together under different names. Only the owner may.",
  input,
  output,
  behaviour: { idempotent: true },
  async run({ from, to, label }, { project, caller }) {
    const found = await project.addTunnel(from, to, { caller, label });
    const { a, b } = found.tunnel;
    return { structured: found, text: `A tunnel joins ${a.wing}/${a.room} and ${b.wing}/${b.room}.` };
  },
};
