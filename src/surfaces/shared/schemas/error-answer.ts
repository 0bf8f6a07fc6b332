import { z } from "zod";
import { SCHEMA_VERSION } from "./schema-version.ts";

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
