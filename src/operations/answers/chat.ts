import { z } from "zod";

/** A chat, as `ChatSummary` of the library. */
export const chatSummarySchema = z.object({
  chat: z.string(),
  scope: z.string(),
  messages: z.int(),
  firstAt: z.string().nullable(),
  lastAt: z.string().nullable(),
});

/** A part of a chat, as `ChatMessages` of the library. */
export const chatMessagesShape = {
  chat: z.string(),
  scope: z.string(),
  total: z.int().describe("Messages of the whole chat"),
  more: z.boolean().describe("Whether some come before the first of these: ask with `before` for them"),
  messages: z.array(
    z.object({
      id: z.string(),
      session: z.string(),
      role: z.string(),
      author: z.string().nullable(),
      time: z.string().nullable(),
      text: z.string(),
    }),
  ),
};

/** What went with a chat, as `DeletedChat` of the library. */
export const deletedChatShape = z.object({
  chat: z.string(),
  scope: z.string(),
  messages: z.int(),
  drawers: z.int(),
  lists: z.array(z.string()).describe("Topics of lists that lost what was said there"),
});
