import { z } from "zod";
import { LociError } from "../../../index.ts";
import { factsScope } from "../../shared/facts-scope.ts";
import { factsAnswerSchema } from "../../shared/schemas/facts-answer.ts";
import { factsAskRequestSchema } from "../../shared/schemas/facts-ask-request.ts";
import { factsTellRequestSchema } from "../../shared/schemas/facts-tell-request.ts";
import { factsToldSchema } from "../../shared/schemas/facts-told.ts";
import { nameSchema } from "../../shared/schemas/name.ts";
import { SCHEMA_VERSION } from "../../shared/schemas/schema-version.ts";
import { type Route, route } from "../route.ts";

const itemSchema = z.object({ position: z.int(), value: z.string(), messageId: z.string(), chat: z.string(), time: z.string(), topic: z.string().exactOptional() });
const listSchema = z.object({ topic: z.string(), scope: z.string(), count: z.int(), items: z.array(itemSchema) });
const changedSchema = z.object({ schema: z.literal(SCHEMA_VERSION), topic: z.string(), before: z.array(itemSchema), items: z.array(itemSchema) });
const params = z.strictObject({ topic: nameSchema });
const said = { chat: nameSchema.exactOptional().describe("Chat in which it is said"), messageId: nameSchema.exactOptional(), time: z.string().max(100).exactOptional().describe("When it was said, ISO 8601; now by default") };

/** Ranked lists and single favourites. A user's lists are his own; the owner's are the project's. */
export const factRoutes: readonly Route[] = [
  route({
    method: "post",
    path: "/v1/facts/tell",
    operation: "tellFacts",
    summary: "State, change or take back, in words: 'My favorite tea is sencha'",
    access: "caller",
    body: factsTellRequestSchema,
    answer: z.looseObject(factsToldSchema.shape),
    handle: async ({ body: { text, ...speech }, project, caller }) => await (await project({ make: caller === "owner" })).facts.tell(text, { ...speech, scope: factsScope(caller, "write") }),
  }),
  route({
    method: "post",
    path: "/v1/facts/ask",
    operation: "askFacts",
    summary: "Ask, in words: 'What is my second favorite font?'; without `kind` when it is no question about lists",
    access: "caller",
    body: factsAskRequestSchema,
    answer: z.looseObject(factsAnswerSchema.shape),
    handle: async ({ body: { text, ...speech }, project, caller }) => await (await project()).facts.ask(text, { ...speech, scope: factsScope(caller, "read") }),
  }),
  route({
    method: "get",
    path: "/v1/facts",
    operation: "facts",
    summary: "Every list",
    access: "caller",
    answer: z.object({ schema: z.literal(SCHEMA_VERSION), lists: z.array(listSchema) }),
    handle: async ({ project, caller }) => ({ lists: await (await project()).facts.list(caller === "owner" ? null : factsScope(caller, "read")) }),
  }),
  route({
    method: "get",
    path: "/v1/facts/by-rank",
    operation: "factByRank",
    summary: "The item at a rank of a list",
    access: "caller",
    query: z.strictObject({ topic: nameSchema, rank: z.coerce.number().int().min(1).max(1_000_000).describe("1 is the first") }),
    answer: z.object({ schema: z.literal(SCHEMA_VERSION), topic: z.string(), item: itemSchema }),
    async handle({ query: { topic, rank }, project, caller }) {
      const list = await (await project()).facts.show(topic, factsScope(caller, "read"));
      const item = list.items[rank - 1];
      if (item === undefined) throw new LociError("FACT_NOT_FOUND", `'${list.topic}' has ${list.count} items, so none at rank ${rank}`, { hint: `ask for a rank from 1 to ${list.count}`, details: { topic: list.topic, count: list.count } });
      return { topic: list.topic, item };
    },
  }),
  route({
    method: "get",
    path: "/v1/facts/:topic",
    operation: "factList",
    summary: "One list",
    access: "caller",
    params,
    answer: z.object({ schema: z.literal(SCHEMA_VERSION), list: listSchema }),
    handle: async ({ params: { topic }, project, caller }) => ({ list: await (await project()).facts.show(topic, factsScope(caller, "read")) }),
  }),
  route({
    method: "get",
    path: "/v1/facts/:topic/history",
    operation: "factHistory",
    summary: "Everything that happened to a list, oldest first",
    access: "caller",
    params,
    answer: z.object({ schema: z.literal(SCHEMA_VERSION), history: z.array(z.looseObject({ topic: z.string(), at: z.string(), sentence: z.string(), undone: z.boolean() })) }),
    handle: async ({ params: { topic }, project, caller }) => ({ history: await (await project()).facts.history(topic, factsScope(caller, "read")) }),
  }),
  route({
    method: "post",
    path: "/v1/facts/:topic/items",
    operation: "setFact",
    summary: "Put a value at a rank of a list, without grammar; one past the end appends",
    access: "caller",
    params,
    body: z.strictObject({ value: z.string().min(1).max(2_000), rank: z.int().min(1).max(1_000_000), ...said }),
    answer: changedSchema,
    handle: async ({ params: { topic }, body: { value, rank, ...speech }, project, caller }) => await (await project({ make: caller === "owner" })).facts.set(topic, rank, value, { ...speech, scope: factsScope(caller, "write") }),
  }),
  route({
    method: "delete",
    path: "/v1/facts/:topic",
    operation: "removeFact",
    summary: "Remove an item of a list, or the whole list",
    access: "caller",
    params,
    query: z.strictObject({ item: z.string().min(1).max(2_000).exactOptional().describe("Its name, or #2 for its rank; without it the whole list goes") }),
    answer: changedSchema,
    async handle({ params: { topic }, query: { item }, project, caller }) {
      const rank = /^#(\d{1,7})$/.exec(item ?? "")?.[1];
      return await (await project()).facts.remove(topic, rank === undefined ? (item ?? null) : Number(rank), { scope: factsScope(caller, "write") });
    },
  }),
  route({
    method: "delete",
    path: "/v1/chats/:id/facts",
    operation: "forgetChatFacts",
    summary: "Forget everything that was said about lists in a chat, as if it had never been said",
    access: "owner",
    params: z.strictObject({ id: nameSchema }),
    answer: z.object({ schema: z.literal(SCHEMA_VERSION), lists: z.array(z.object({ topic: z.string(), before: z.array(itemSchema), items: z.array(itemSchema) })) }),
    handle: async ({ params: { id }, project }) => ({ lists: await (await project()).facts.deleteChat(id) }),
  }),
];
