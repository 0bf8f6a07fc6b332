import { z } from "zod";
import { hitSchema } from "./hit.ts";
import { SCHEMA_VERSION } from "./schema-version.ts";

/** Drawers that were opened, as `Expanded` of the library with the version of the answers. */
export const expandedSchema = z.object({
  schema: z.literal(SCHEMA_VERSION),
  drawers: z.array(hitSchema.extend({ fresh: z.boolean().describe("Whether the file still holds the text") })),
  text: z.string().describe("All of it as one text"),
});

/** A drawer that was stored, and the markdown file that holds it. */
export const addedDrawerSchema = z.object({
  schema: z.literal(SCHEMA_VERSION),
  id: z.string(),
  file: z.string().nullable().describe("Absolute; null for anybody but the owner"),
  wing: z.string(),
  room: z.string(),
});

/** Whether a text is stored already, and the drawers that say the same. */
export const duplicateCheckSchema = z.object({
  schema: z.literal(SCHEMA_VERSION),
  duplicate: z.boolean(),
  matches: z.array(z.object({ id: z.string(), similarity: z.number(), text: z.string() })),
});
