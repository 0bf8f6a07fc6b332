import { z } from "zod";

/** An item of a list with its place and where it was said. */
export const shownItemSchema = z.object({
  position: z.int(),
  value: z.string(),
  messageId: z.string(),
  chat: z.string(),
  time: z.string(),
  topic: z.string().exactOptional(),
});
