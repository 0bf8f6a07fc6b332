import { z } from "zod";
import { MESSAGE_MARKS } from "../../model/message-role.ts";
import { type Answer, versioned } from "./answer.ts";

/** A chat, as `ChatSummary` of the library. */
const chatSummarySchema = z.object({
  chat: z.string(),
  scope: z.string(),
  messages: z.int(),
  firstAt: z.string().nullable(),
  lastAt: z.string().nullable(),
});

/** A part of a chat, as `ChatMessages` of the library. */
export const chatMessagesSchema = versioned({
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
      marks: z.array(z.enum(MESSAGE_MARKS)).exactOptional().describe("machine: a program says it, no model and nobody"),
      sources: z.array(z.string()).exactOptional().describe("Names of what an answer stood on"),
      passages: z
        .array(z.object({ label: z.string(), id: z.string().nullable(), verdict: z.string().nullable() }))
        .exactOptional()
        .describe("Its citations in the order of the text, with what their check found; then what it was only shown"),
    }),
  ),
});

/** What went with a chat, as `DeletedChat` of the library. */
export const deletedChatSchema = versioned({
  deleted: z.object({
    chat: z.string(),
    scope: z.string(),
    messages: z.int(),
    drawers: z.int(),
    lists: z.array(z.string()).describe("Topics of lists that lost what was said there"),
  }),
});

/** Chats, newest first. */
export const chatsSchema = versioned({ chats: z.array(chatSummarySchema), total: z.int() });

/** A message that was said, and what was kept of it. */
export const addedMessageSchema = versioned({
  message: z.object({
    chat: z.string(),
    id: z.string(),
    session: z.string(),
    scope: z.string(),
    added: z.boolean().describe("false: it had been said before, or was forgotten since, and nothing changed"),
    drawers: z.array(z.string()).describe("Its passages, for excludeIds of a search"),
    facts: z
      .object({
        route: z.string(),
        reason: z.string(),
        changed: z.boolean(),
        text: z.string(),
        topic: z.string().nullable(),
        items: z.array(z.looseObject({ position: z.int(), value: z.string() })),
      })
      .nullable()
      .describe("What was kept of it as facts or notes; null where it was about none"),
  }),
});

export type ChatSummary = Answer<typeof chatsSchema>["chats"][number];
export type ChatMessages = Answer<typeof chatMessagesSchema>;
export type KeptMessage = ChatMessages["messages"][number];
export type DeletedChat = Answer<typeof deletedChatSchema>["deleted"];
