import { z } from "zod";
import { factsToldSchema } from "./fact-answer.ts";
import { factAnswerSchema } from "./fact-answer.ts";
import { SCHEMA_VERSION } from "./schema-version.ts";

/** Any answer of the MCP tool `facts`: what became of a statement, the answer to a question, all lists, or a list's history. */
export const factsReportSchema = factsToldSchema
  .extend({
    sources: factAnswerSchema.shape.sources,
    count: z.int(),
    history: z.array(z.unknown()),
    lists: z.array(z.unknown()),
  })
  .partial()
  .extend({ schema: z.literal(SCHEMA_VERSION) });
