import { z } from "zod";

/** One end of a tunnel. */
const tunnelEndSchema = z.object({ wing: z.string(), room: z.string() });

/** A tunnel that somebody dug. */
export const tunnelSchema = z.object({ a: tunnelEndSchema, b: tunnelEndSchema, label: z.string() });

/** Two rooms whose notes link to each other, with the first of the links. */
export const linkedRoomsSchema = z.object({
  a: tunnelEndSchema,
  b: tunnelEndSchema,
  count: z.int(),
  links: z.array(z.object({ id: z.string(), from: z.string(), line: z.int().nullable(), to: z.string() })),
});
