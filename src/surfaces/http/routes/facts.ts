import { z } from "zod";
import { LociError } from "../../../index.ts";
import {
  ASK_FACTS,
  BY_RANK,
  CHANGE_FACTS,
  LIST_FACTS,
  name,
  needed,
  ONE_LIST,
  TELL,
} from "../../../model/requests/index.ts";
import { changeFacts, factsScope } from "../../shared/facts-requests.ts";
import { factsAnswerSchema, factsToldSchema } from "../../../operations/answers/facts.ts";
import { SCHEMA_VERSION } from "../../../operations/answers/answer.ts";
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
      effect: z
        .looseObject({
          added: z.array(z.object({ value: z.string(), position: z.int() })),
          removed: z.array(z.object({ value: z.string(), position: z.int() })),
          moved: z.array(z.object({ value: z.string(), from: z.int(), to: z.int() })),
        })
        .exactOptional(),
      undone: z.boolean(),
    }),
  ),
});

const params = ONE_LIST;

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
    body: TELL,
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
    body: ASK_FACTS,
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
    body: CHANGE_FACTS,
    answer: z.looseObject(factsChangeAnswerSchema.shape),
    handle: async ({ body: { scope, ...change }, project, caller }) =>
      await changeFacts(
        (await project({ make: caller === "owner" })).facts,
        change,
        factsScope(caller, "write", scope),
      ),
  }),
  route({
    method: "get",
    path: "/v1/facts",
    operation: "facts",
    summary: "Every list, or every exact fact, page by page",
    access: "caller",
    query: LIST_FACTS,
    answer: factListsSchema,
    handle: async ({ query, project, caller }) => ({
      lists: await (
        await project()
      ).facts.list(caller === "owner" ? null : factsScope(caller, "read"), {
        limit: LIST_FACTS.limit.max,
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
    query: BY_RANK,
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
    method: "delete",
    path: "/v1/chats/:id/facts",
    operation: "forgetChatFacts",
    summary: "Forget everything that was said about lists in a chat, as if it had never been said",
    access: "owner",
    params: { id: needed(name("A chat")) },
    answer: z.object({
      schema: z.literal(SCHEMA_VERSION),
      lists: z.array(z.object({ topic: z.string(), before: z.array(itemSchema), items: z.array(itemSchema) })),
    }),
    handle: async ({ params: { id }, project }) => ({ lists: await (await project()).facts.deleteChat(id) }),
  }),
];
