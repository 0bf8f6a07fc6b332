import { z } from "zod";
import { noteSchema } from "./note.ts";
import { SCHEMA_VERSION } from "./schema-version.ts";

/** What memory adds to a prompt, or why it stays silent. */
export const injectionSchema = z.object({
  schema: z.literal(SCHEMA_VERSION),
  text: z.string().describe("Fenced passages with the rule that they are data; empty where nothing is added"),
  used: z.array(z.object({ label: z.string(), id: z.string(), about: z.string(), score: z.number() })),
  silent: z.object({ reason: z.string(), message: z.string() }).nullable(),
  probability: z.number().nullable(),
  notes: z.array(noteSchema),
});
