import { z } from "zod";
import { closetsSchema } from "../shared/schemas/closets.ts";
import { roomsSchema } from "../shared/schemas/rooms.ts";
import { SCHEMA_VERSION } from "../shared/schemas/schema-version.ts";
import { taxonomySchema } from "../shared/schemas/taxonomy.ts";
import { tunnelsSchema } from "../shared/schemas/tunnels.ts";
import { wingsSchema } from "../shared/schemas/wings.ts";

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
