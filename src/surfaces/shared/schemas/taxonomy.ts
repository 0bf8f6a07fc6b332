import { z } from "zod";
import { SCHEMA_VERSION } from "./schema-version.ts";

const counts = z.record(z.string(), z.record(z.string(), z.int()));

/** The palace as a tree of counts. */
export const taxonomySchema = z.object({
  schema: z.literal(SCHEMA_VERSION),
  taxonomy: counts.describe("Wing, room, drawers"),
  halls: counts.describe("Wing, hall, drawers"),
});
