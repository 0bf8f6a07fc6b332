import { z } from "zod";
import { SCHEMA_VERSION } from "./schema-version.ts";

/** What a statement did. `items`: the list after it; `before`: as it was. */
export const factsToldSchema = z.object({
  schema: z.literal(SCHEMA_VERSION),
  route: z.enum(["facts-write", "facts-read", "search"]),
  reason: z.string(),
  changed: z.boolean(),
  text: z.string(),
  topic: z.string().nullable(),
  before: z.array(z.unknown()),
  items: z.array(z.unknown()),
});
