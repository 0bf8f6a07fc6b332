import { z } from "zod";
import { answerKindSchema, factAnswerSchema } from "./fact-answer.ts";
import { SCHEMA_VERSION } from "./schema-version.ts";
import { shownItemSchema } from "./shown-item.ts";

/** What became of a message that was told, as `TellResult` of the library. */
export const factsToldSchema = z.object({
  schema: z.literal(SCHEMA_VERSION),
  route: z.enum(["facts-write", "facts-read", "search"]),
  reason: z.string(),
  changed: z.boolean(),
  text: z.string().describe("What was understood and done, or why not"),
  topic: z.string().nullable(),
  before: z.array(shownItemSchema),
  items: z.array(shownItemSchema),
  lists: z.array(z.object({ topic: z.string(), before: z.array(shownItemSchema), items: z.array(shownItemSchema) })),
  kind: answerKindSchema.exactOptional(),
  answers: z.array(factAnswerSchema),
  rest: z.string().describe("The part that is not about lists"),
  messageId: z.string(),
});
