import { z } from "zod";

const name = z.string().min(1).max(200);

/** One end of a tunnel. */
export const tunnelEndSchema = z.strictObject({ wing: name, room: name });

/** A tunnel that somebody dug. */
export const tunnelSchema = z.object({ a: tunnelEndSchema, b: tunnelEndSchema, label: z.string() });
