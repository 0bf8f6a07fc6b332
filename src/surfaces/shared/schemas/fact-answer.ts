import { z } from "zod";
import { shownItemSchema } from "./shown-item.ts";

/** What an answer about lists is. */
export const answerKindSchema = z.enum(["value", "list", "slice", "rank", "count", "provenance", "not_stored", "out_of_range", "ambiguous"]);

/** An exact answer to a question about lists, as `FactAnswer` of the library. */
export const factAnswerSchema = z.object({
  kind: answerKindSchema,
  text: z.string(),
  items: z.array(shownItemSchema),
  topic: z.string(),
  sources: z.array(z.object({ messageId: z.string(), chat: z.string(), sentence: z.string(), time: z.string() })),
  count: z.int().exactOptional(),
});
