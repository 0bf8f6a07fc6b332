import { z } from "zod";
import { SCHEMA_VERSION } from "./answer.ts";

/** An inclusive, 1-based range of lines or pages. */
export const rangeSchema = z.object({ start: z.int(), end: z.int() });

/** Something that the caller should know about an answer, with the next step. */
export const noteSchema = z.object({ code: z.string(), message: z.string(), hint: z.string() });

/** An error as every surface gives it. */
export const errorAnswerSchema = z.object({
  schema: z.literal(SCHEMA_VERSION),
  error: z.object({
    code: z.string().describe("From the closed set in docs/errors.md; never changes its meaning"),
    message: z.string(),
    hint: z.string().describe("What to do next"),
    details: z.record(z.string(), z.unknown()),
  }),
});
