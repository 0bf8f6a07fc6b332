import { z } from "zod";
import { chatMessagesShape, chatSummarySchema, deletedChatShape } from "../../shared/schemas/chat.ts";
import { nameSchema } from "../../shared/schemas/name.ts";
import { SCHEMA_VERSION } from "../../shared/schemas/schema-version.ts";
import { type Route, route } from "../route.ts";

/** Body of `POST /v1/chats/:id/messages`. */
export const addMessageSchema = z.strictObject({
  id: nameSchema.describe("Unique in its chat; the same id again changes nothing"),
  role: z.string().min(1).max(50).describe("user, assistant, system, tool, …"),
  text: z.string().min(1).max(200_000).describe("The exact words"),
  author: nameSchema.exactOptional(),
  time: z.iso.datetime({ offset: true }).exactOptional().describe("When it was said; now by default"),
  parent: nameSchema.exactOptional().describe("Id of the message that it answers"),
  scope: nameSchema
    .exactOptional()
    .describe("For the owner: who may see the chat, admin by default; a user's chats are his own"),
});

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
  }),
});

const scope = nameSchema.exactOptional().describe("For the owner: whose, where several have a chat of this id");
const params = z.strictObject({ id: nameSchema });

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
    query: z.strictObject({
      limit: z.coerce.number().int().min(1).max(500).exactOptional().describe("Chats at most; 50 by default"),
      offset: z.coerce.number().int().min(0).max(1_000_000).exactOptional(),
    }),
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
    query: z.strictObject({
      limit: z.coerce.number().int().min(1).max(1_000).exactOptional().describe("Messages at most; 100 by default"),
      before: nameSchema.exactOptional().describe("Id of the message before which they were said"),
      scope,
    }),
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
    query: z.strictObject({ scope }),
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
    body: addMessageSchema,
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
