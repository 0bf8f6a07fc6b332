import { z } from "zod";

const around = z.int().min(0).max(1_000);

/** Which drawers to open, and how much around them: body of `POST /v1/expand`, arguments of the MCP tool `expand`. */
export const expandRequestSchema = z.strictObject({
  ids: z.array(z.string().min(4).max(64)).min(1).max(200).describe("Drawer ids, whole or their beginnings"),
  before: around.exactOptional().describe("Drawers before each"),
  after: around.exactOptional().describe("Drawers after each"),
  section: z.boolean().exactOptional().describe("Everything under its heading"),
  document: z.boolean().exactOptional().describe("The whole document"),
});
