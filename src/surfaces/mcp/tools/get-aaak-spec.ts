import { z } from "zod";
import { SCHEMA_VERSION } from "../../shared/schemas/schema-version.ts";
import { AAAK_LEGEND } from "../text/palace-text.ts";
import type { Tool } from "../tool.ts";

const input = {};
const output = z.object({ schema: z.literal(SCHEMA_VERSION), spec: z.string() });

export const getAaakSpecTool: Tool<typeof input> = {
  name: "get_aaak_spec",
  description: "How to read closets: the line format AAAK.",
  input,
  output,
  behaviour: { readOnly: true },
  run: async () => ({ structured: { spec: AAAK_LEGEND }, text: AAAK_LEGEND }),
};
