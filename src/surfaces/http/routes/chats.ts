import { z } from "zod";
import { chatMessagesShape, chatSummarySchema, deletedChatShape } from "../../../operations/answers/chat.ts";
import { ADD_MESSAGE, LIST_CHATS, name, needed, ONE_CHAT, READ_CHAT } from "../../../model/requests/index.ts";
import { SCHEMA_VERSION } from "../../../operations/answers/answer.ts";
import { type Route, route } from "../route.ts";

/** Its answer. */
export const addedMessageSchema = z.object({
  schema: z.literal(SCHEMA_VERSION),
  message: z.object({
    chat: z.string(),
    id: z.string(),
    session: z.string(),
    scope: z.string(),
    added: z.boolean().describe("false: it had been said before, and nothing changed"),
    drawers: z.array(z.string()).describe("Its drawers, for excludeIds of a search"),
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

const params = { id: needed(name("Its id")) };

/** Answer of `GET /v1/chats`. */
export const chatsSchema = z.object({
  schema: z.literal(SCHEMA_VERSION),
  chats: z.array(chatSummarySchema),
  total: z.int(),
});

/** Answer of `GET /v1/chats/:id/messages`. */
export const chatMessagesSchema = z.object({ schema: z.literal(SCHEMA_VERSION), ...chatMessagesShape });

/** Answer of `DELETE /v1/chats/:id`. */
export const deletedChatSchema = z.object({ schema: z.literal(SCHEMA_VERSION), deleted: deletedChatShape });

/** What is said in chats. */
export const chatRoutes: readonly Route[] = [
  route({
    method: "get",
    path: "/v1/chats",
    operation: "chats",
    summary: "The chats that go on in the project, newest first",
    access: "caller",
    query: LIST_CHATS,
    answer: chatsSchema,
    handle: async ({ query, project, caller }) => await (await project()).chats({ ...query, caller }),
  }),
  route({
    method: "get",
    path: "/v1/chats/:id/messages",
    operation: "chatMessages",
    summary: "What was said in a chat: its last messages, or the last before one",
    access: "caller",
    params,
    query: READ_CHAT,
    answer: chatMessagesSchema,
    handle: async ({ params: { id }, query, project, caller }) =>
      await (await project()).chatMessages(id, { ...query, caller }),
  }),
  route({
    method: "delete",
    path: "/v1/chats/:id",
    operation: "deleteChat",
    summary:
      "Delete a chat: its messages, its drawers, what was said about lists in it. A user deletes his own; nothing comes back with the next message",
    access: "caller",
    params,
    query: ONE_CHAT,
    answer: deletedChatSchema,
    unlimited: true,
    handle: async ({ params: { id }, query, project, caller }) => ({
      deleted: await (await project()).deleteChat(id, { ...query, caller }),
    }),
  }),
  route({
    method: "post",
    path: "/v1/chats/:id/messages",
    operation: "addMessage",
    summary: "Append a message to a chat; it is found by every search from the moment this answers",
    access: "caller",
    params,
    body: ADD_MESSAGE,
    answer: addedMessageSchema,
    async handle({ params: { id }, body: { scope, ...message }, project, caller }) {
      return {
        message: await (
          await project({ make: caller === "owner" })
        ).addMessage(id, message, { caller, ...(scope !== undefined && { scope }) }),
      };
    },
  }),
];
