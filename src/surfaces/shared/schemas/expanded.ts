import { z } from "zod";
import { hitSchema } from "./hit.ts";
import { SCHEMA_VERSION } from "./schema-version.ts";

/** Drawers that were opened, as `Expanded` of the library with the version of the answers. */
export const expandedSchema = z.object({
  schema: z.literal(SCHEMA_VERSION),
  drawers: z.array(hitSchema.extend({ fresh: z.boolean().describe("Whether the file still holds the text") })),
  text: z.string().describe("All of it as one text"),
});
