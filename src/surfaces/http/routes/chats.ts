import { z } from "zod";
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
  scope: nameSchema.exactOptional().describe("For the owner: who may see the chat, admin by default; a user's chats are his own"),
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

/** What is said in chats. */
export const chatRoutes: readonly Route[] = [
  route({
    method: "post",
    path: "/v1/chats/:id/messages",
    operation: "addMessage",
    summary: "Append a message to a chat; it is found by every search from the moment this answers",
    access: "caller",
    params: z.strictObject({ id: nameSchema }),
    body: addMessageSchema,
    answer: addedMessageSchema,
    async handle({ params: { id }, body: { scope, ...message }, project, caller }) {
      return { message: await (await project({ make: caller === "owner" })).addMessage(id, message, { caller, ...(scope !== undefined && { scope }) }) };
    },
  }),
];
