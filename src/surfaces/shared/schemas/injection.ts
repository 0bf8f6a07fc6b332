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

/** What is asked. */
export const injectRequestSchema = z.strictObject({
  prompt: z.string().min(1).max(200_000),
  session: z.string().max(200).exactOptional().describe("The agent's session: what was said in it is not repeated"),
  source: z
    .string()
    .max(100)
    .exactOptional()
    .describe("Who wrote it, as the agent says; anything but user and sdk is a program"),
  budgetTokens: z.int().min(0).max(20_000).exactOptional().describe("Default 800"),
});
