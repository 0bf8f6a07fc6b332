import { z } from "zod";
import { SCHEMA_VERSION } from "./schema-version.ts";

/** The answer to a question about facts; without `kind` when it isn't one and `route` says where to go. */
export const factsAnswerSchema = z.object({
  schema: z.literal(SCHEMA_VERSION),
  route: z.enum(["facts-write", "facts-read", "search"]),
  reason: z.string(),
  kind: z.enum(["value", "list", "slice", "rank", "count", "provenance", "not_stored", "out_of_range", "ambiguous"]).exactOptional(),
  text: z.string(),
  items: z.array(z.unknown()),
  topic: z.string().nullable(),
  sources: z.array(z.unknown()),
});
