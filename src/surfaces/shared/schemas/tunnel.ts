import { z } from "zod";

/** One end of a tunnel. */
const tunnelEndSchema = z.object({ wing: z.string(), room: z.string() });

/** A tunnel that somebody dug. */
export const tunnelSchema = z.object({ a: tunnelEndSchema, b: tunnelEndSchema, label: z.string() });
