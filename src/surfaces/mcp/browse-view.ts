import { z } from "zod";
import { closetsSchema } from "../shared/schemas/closets.ts";
import { roomsSchema, taxonomySchema, tunnelsSchema, wingsSchema } from "../shared/schemas/palace.ts";
import { SCHEMA_VERSION } from "../shared/schemas/schema-version.ts";

/** What `browse` gives: the object of the view that was asked for, and how many there are in all where it is a list. */
export const browseViewSchema = z
  .object({
    ...wingsSchema.shape,
    ...roomsSchema.shape,
    ...taxonomySchema.shape,
    ...tunnelsSchema.shape,
    ...closetsSchema.shape,
  })
  .partial()
  .extend({ schema: z.literal(SCHEMA_VERSION), total: z.int().exactOptional() });
