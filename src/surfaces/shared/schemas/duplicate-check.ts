import { z } from "zod";
import { SCHEMA_VERSION } from "./schema-version.ts";

/** Whether a text is stored already, and the drawers that say the same. */
export const duplicateCheckSchema = z.object({
  schema: z.literal(SCHEMA_VERSION),
  duplicate: z.boolean(),
  matches: z.array(z.object({ id: z.string(), similarity: z.number(), text: z.string() })),
});
