import { z } from "zod";
import { LociError } from "../../../index.ts";
import {
  changeFacts,
  type FactsChange,
  factsChangeFields,
  FACTS_VERBS,
  type FactsVerb,
} from "../../shared/change-facts.ts";
import { factsScope } from "../../shared/facts-scope.ts";
import { factsAnswerSchema } from "../../shared/schemas/facts-answer.ts";
import { factsAskRequestSchema } from "../../shared/schemas/facts-ask-request.ts";
import { factsTellRequestSchema } from "../../shared/schemas/facts-tell-request.ts";
import { factsToldSchema } from "../../shared/schemas/fact-answer.ts";
import { nameSchema } from "../../shared/schemas/name.ts";
import { SCHEMA_VERSION } from "../../shared/schemas/schema-version.ts";
import { type Route, route } from "../route.ts";

const itemSchema = z.object({
  position: z.int(),
  value: z.string(),
  messageId: z.string(),
  chat: z.string(),
  time: z.string(),
  topic: z.string().exactOptional(),
});
const listSchema = z.object({
  topic: z.string(),
  scope: z.string(),
  type: z.string(),
  subject: z.string().exactOptional(),
  canonical: z.string().exactOptional(),
  count: z.int(),
  items: z.array(itemSchema),
});
/** A list as it was and is, after a change. */
export const changedFactsSchema = z.object({
  schema: z.literal(SCHEMA_VERSION),
  topic: z.string(),
  scope: z.string(),
  before: z.array(itemSchema),
  items: z.array(itemSchema),
});
/** Answer of `GET /v1/facts/:topic`. */
const factListSchema = z.object({ schema: z.literal(SCHEMA_VERSION), list: listSchema });

/** Answer of `GET /v1/facts`. */
export const factListsSchema = z.object({ schema: z.literal(SCHEMA_VERSION), lists: z.array(listSchema) });

/** Answer of `GET /v1/facts/:topic/history`. */
export const factHistorySchema = z.object({
  schema: z.literal(SCHEMA_VERSION),
  history: z.array(
    z.looseObject({
      topic: z.string(),
      at: z.string(),
      chat: z.string(),
      messageId: z.string(),
      sentence: z.string(),
      reason: z.string(),
      undone: z.boolean(),
    }),
  ),
});

const params = z.strictObject({ topic: nameSchema });
const said = {
  chat: nameSchema.exactOptional().describe("Chat in which it is said"),
  messageId: nameSchema.exactOptional(),
  time: z.string().max(100).exactOptional().describe("When it was said, ISO 8601; now by default"),
};

/** A structured verb and what it needs. */
export const factsChangeRequestSchema = z.strictObject({
  op: z.enum(Object.keys(FACTS_VERBS) as [FactsVerb, ...FactsVerb[]]),
  ...z.object(factsChangeFields).partial().shape,
  scope: z.string().max(200).exactOptional().describe("Whose; the owner only"),
  ...said,
});

/** What became of it. */
export const factsChangeAnswerSchema = z.object({ schema: z.literal(SCHEMA_VERSION), text: z.string() });

/** Ranked lists, favourites and exact facts. A caller's are his own; the owner may name the scope `kb` for the project's. */
export const factRoutes: readonly Route[] = [
  route({
    method: "post",
    path: "/v1/facts/tell",
    operation: "tellFacts",
    summary: "State, change or take back, in words: 'My favorite tea is sencha'",
    access: "caller",
    body: factsTellRequestSchema,
    answer: z.looseObject(factsToldSchema.shape),
    handle: async ({ body: { text, scope, ...speech }, project, caller }) =>
      await (
        await project({ make: caller === "owner" })
      ).facts.tell(text, { ...speech, scope: factsScope(caller, "write", scope) }),
  }),
  route({
    method: "post",
    path: "/v1/facts/ask",
    operation: "askFacts",
    summary: "Ask, in words: 'What is my second favorite font?'; without `kind` when it is no question about lists",
    access: "caller",
    body: factsAskRequestSchema,
    answer: z.looseObject(factsAnswerSchema.shape),
    handle: async ({ body: { text, scope, ...speech }, project, caller }) =>
      await (await project()).facts.ask(text, { ...speech, scope: factsScope(caller, "read", scope) }),
  }),
  route({
    method: "post",
    path: "/v1/facts/change",
    operation: "changeFacts",
    summary: "Change a list or an exact fact without grammar: set, add, move, swap, replace, remove, clear, put, undo",
    access: "caller",
    body: factsChangeRequestSchema,
    answer: z.looseObject(factsChangeAnswerSchema.shape),
    handle: async ({ body: { scope, ...change }, project, caller }) =>
      await changeFacts(
        (await project({ make: caller === "owner" })).facts,
        change as FactsChange,
        factsScope(caller, "write", scope),
      ),
  }),
  route({
    method: "get",
    path: "/v1/facts",
    operation: "facts",
    summary: "Every list, or every exact fact, page by page",
    access: "caller",
    query: z.strictObject({
      kind: z.enum(["ranked", "attribute", "all"]).exactOptional(),
      offset: z.coerce.number().int().min(0).exactOptional(),
      limit: z.coerce.number().int().min(1).max(1_000).exactOptional(),
    }),
    answer: factListsSchema,
    handle: async ({ query, project, caller }) => ({
      lists: await (
        await project()
      ).facts.list(caller === "owner" ? null : factsScope(caller, "read"), {
        limit: 1_000,
        ...query,
      }),
    }),
  }),
  route({
    method: "get",
    path: "/v1/facts/by-rank",
    operation: "factByRank",
    summary: "The item at a rank of a list",
    access: "caller",
    query: z.strictObject({
      topic: nameSchema,
      rank: z.coerce.number().int().min(1).max(1_000_000).describe("1 is the first"),
    }),
    answer: z.object({ schema: z.literal(SCHEMA_VERSION), topic: z.string(), item: itemSchema }),
    async handle({ query: { topic, rank }, project, caller }) {
      const list = await (await project()).facts.show(topic, factsScope(caller, "read"));
      const item = list.items[rank - 1];
      if (item === undefined)
        throw new LociError("FACT_NOT_FOUND", `'${list.topic}' has ${list.count} items, so none at rank ${rank}`, {
          hint: `ask for a rank from 1 to ${list.count}`,
          details: { topic: list.topic, count: list.count },
        });
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
    answer: factListSchema,
    handle: async ({ params: { topic }, project, caller }) => ({
      list: await (await project()).facts.show(topic, factsScope(caller, "read")),
    }),
  }),
  route({
    method: "get",
    path: "/v1/facts/:topic/history",
    operation: "factHistory",
    summary: "Everything that happened to a list, oldest first",
    access: "caller",
    params,
    answer: factHistorySchema,
    handle: async ({ params: { topic }, project, caller }) => ({
      history: await (await project()).facts.history(topic, factsScope(caller, "read")),
    }),
  }),
  route({
    method: "post",
    path: "/v1/facts/:topic/items",
    operation: "setFact",
    summary: "Put a value at a rank of a list, without grammar; one past the end appends",
    access: "caller",
    params,
    body: z.strictObject({ value: z.string().min(1).max(2_000), rank: z.int().min(1).max(1_000_000), ...said }),
    answer: changedFactsSchema,
    handle: async ({ params: { topic }, body: { value, rank, ...speech }, project, caller }) =>
      await (
        await project({ make: caller === "owner" })
      ).facts.set(topic, rank, value, { ...speech, scope: factsScope(caller, "write") }),
  }),
  route({
    method: "post",
    path: "/v1/facts/:topic",
    operation: "setFacts",
    summary: "Replace a whole list, without grammar: its values in their order",
    access: "caller",
    params,
    body: z.strictObject({ values: z.array(z.string().min(1).max(2_000)).min(1).max(10_000), ...said }),
    answer: changedFactsSchema,
    handle: async ({ params: { topic }, body: { values, ...speech }, project, caller }) =>
      await (
        await project({ make: caller === "owner" })
      ).facts.replaceAll(topic, values, { ...speech, scope: factsScope(caller, "write") }),
  }),
  route({
    method: "delete",
    path: "/v1/facts/:topic",
    operation: "removeFact",
    summary: "Remove an item of a list, or the whole list",
    access: "caller",
    params,
    query: z.strictObject({
      item: z
        .string()
        .min(1)
        .max(2_000)
        .exactOptional()
        .describe("Its name, or #2 for its rank; without it the whole list goes"),
    }),
    answer: changedFactsSchema,
    async handle({ params: { topic }, query: { item }, project, caller }) {
      const rank = /^#(\d{1,7})$/.exec(item ?? "")?.[1];
      return await (
        await project()
      ).facts.remove(topic, rank === undefined ? (item ?? null) : Number(rank), { scope: factsScope(caller, "write") });
    },
  }),
  route({
    method: "delete",
    path: "/v1/chats/:id/facts",
    operation: "forgetChatFacts",
    summary: "Forget everything that was said about lists in a chat, as if it had never been said",
    access: "owner",
    params: z.strictObject({ id: nameSchema }),
    answer: z.object({
      schema: z.literal(SCHEMA_VERSION),
      lists: z.array(z.object({ topic: z.string(), before: z.array(itemSchema), items: z.array(itemSchema) })),
    }),
    handle: async ({ params: { id }, project }) => ({ lists: await (await project()).facts.deleteChat(id) }),
  }),
];
