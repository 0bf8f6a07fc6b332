import { z } from "zod";
import { factAnswerSchema } from "./fact-answer.ts";
import { SCHEMA_VERSION } from "./schema-version.ts";

/** The answer to a question, as `AskResult` of the library; without `kind` when it isn't about lists and `route` says where to go. */
export const factsAnswerSchema = factAnswerSchema.extend({
  schema: z.literal(SCHEMA_VERSION),
  route: z.enum(["facts-write", "facts-read", "search"]),
  reason: z.string(),
  kind: factAnswerSchema.shape.kind.exactOptional(),
  topic: z.string().nullable(),
  scope: factAnswerSchema.shape.scope.exactOptional(),
  answers: z.array(factAnswerSchema),
  rest: z.string(),
});
