import { z } from "zod";
import { SCHEMA_VERSION } from "./schema-version.ts";

/** A drawer that was stored, and the markdown file that holds it. */
export const addedDrawerSchema = z.object({
  schema: z.literal(SCHEMA_VERSION),
  id: z.string(),
  file: z.string().nullable().describe("Absolute; null for anybody but the owner"),
  wing: z.string(),
  room: z.string(),
});
