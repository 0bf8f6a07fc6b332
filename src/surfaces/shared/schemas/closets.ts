import { z } from "zod";
import { SCHEMA_VERSION } from "./schema-version.ts";

/** Closets of a part of the palace: as data, and as AAAK text. */
export const closetsSchema = z.object({
  schema: z.literal(SCHEMA_VERSION),
  closets: z.array(
    z.object({
      wing: z.string(),
      room: z.string(),
      source: z.string(),
      document: z.string(),
      who: z.array(z.object({ code: z.string(), name: z.string() })),
      drawers: z.array(z.string()).describe("The first eight digits of each id"),
      topics: z.array(z.object({ name: z.string(), drawers: z.array(z.int()), who: z.array(z.string()) })),
      when: z.object({ first: z.string(), last: z.string() }).nullable(),
      halls: z.array(z.object({ hall: z.string(), count: z.int() })),
      key: z.object({ drawer: z.int(), sentence: z.string() }).nullable(),
      text: z.string().describe("The closet as AAAK"),
    }),
  ),
  total: z.int(),
});
