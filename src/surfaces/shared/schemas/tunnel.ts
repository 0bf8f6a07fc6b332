import { z } from "zod";
import { nameSchema } from "./name.ts";

/** One end of a tunnel. */
export const tunnelEndSchema = z.strictObject({ wing: nameSchema, room: nameSchema });

/** A tunnel that somebody dug. */
export const tunnelSchema = z.object({ a: tunnelEndSchema, b: tunnelEndSchema, label: z.string() });
