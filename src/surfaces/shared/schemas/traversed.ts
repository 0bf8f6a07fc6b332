import { z } from "zod";
import { SCHEMA_VERSION } from "./schema-version.ts";

/** Rooms reached on a walk from one, nearest first. */
export const traversedSchema = z.object({
  schema: z.literal(SCHEMA_VERSION),
  rooms: z.array(z.object({ room: z.string(), hops: z.int(), weight: z.number(), via: z.array(z.string()) })),
});
