import { z } from "zod";

/** The chat message that a drawer holds, or a part of it. */
export const messageRefSchema = z.object({
  chat: z.string(),
  session: z.string(),
  ids: z.array(z.string()),
  role: z.string(),
  author: z.string().nullable(),
  time: z.string().nullable(),
});
