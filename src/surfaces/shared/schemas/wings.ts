import { z } from "zod";
import { SCHEMA_VERSION } from "./schema-version.ts";

/** The wings that a caller sees, largest first. */
export const wingsSchema = z.object({
  schema: z.literal(SCHEMA_VERSION),
  wings: z.array(
    z.object({
      wing: z.string(),
      count: z.int().describe("Drawers"),
      rooms: z.int(),
      halls: z.record(z.string(), z.int()),
      first: z.string().nullable(),
      last: z.string().nullable(),
      aliases: z.array(z.string()),
    }),
  ),
});
