import { ASK_FACTS, BY_RANK, CHANGE_FACTS, LIST_FACTS, needed, ONE_LIST, TELL } from "../model/requests/index.ts";
import { contentHash } from "../text/content-hash.ts";
import { operation } from "./operation.ts";

const answers = () => import("./answers/facts.ts");
const asked = () => import("../app/facts/ask-by-caller.ts");

/** Ranked lists, favourites and exact facts. A caller's are his own; the owner may name the scope `kb` for the project's. */
export const FACTS = {
  /** States, changes or takes back, in words. @throws LociError `FORBIDDEN`, `SCOPE_INVALID`, `FACT_INVALID` for a time that is none */
  tellFacts: operation({
    summary: "State, change or take back, in words: 'My favorite tea is sencha'",
    request: TELL,
    given: ["text"],
    answer: async () => (await answers()).factsToldSchema,
    access: "caller",
    http: "POST /v1/facts/tell",
    makes: true,
    audit: ({ text }) => contentHash(text),
    load: async () => (await asked()).tellFacts,
  }),
  /** Asks, in words. @throws LociError `FORBIDDEN`, `SCOPE_INVALID`, `FACT_INVALID` for a time that is none */
  askFacts: operation({
    request: ASK_FACTS,
    given: ["text"],
    answer: async () => (await answers()).factsAnswerSchema,
    access: "caller",
    load: async () => (await asked()).askFacts,
  }),
  /** Takes back what was said of lists and facts in a chat; its messages stay. For the owner. */
  forgetChatFacts: operation({
    request: { chat: needed(TELL.chat) },
    given: ["chat"],
    access: "owner",
    audit: ({ chat }) => chat,
    load:
      async () =>
      async ({ facts }, { chat }) =>
        await facts.deleteChat(chat),
  }),
  /** Does what a structured verb says. @throws LociError `USAGE` when the verb needs what isn't given, and whatever the verb throws */
  changeFacts: operation({
    summary: "Change a list or an exact fact without grammar: set, add, move, swap, replace, remove, clear, put, undo",
    request: CHANGE_FACTS,
    given: "change",
    answer: async () => (await answers()).factsChangedSchema,
    access: "caller",
    http: "POST /v1/facts/change",
    makes: true,
    audit: ({ op, topic }) => `${op} ${contentHash(topic ?? "")}`,
    load: async () => (await asked()).changeFacts,
  }),
  /** Every list and exact fact, page by page; those first that people said something of since say it. @throws LociError `FORBIDDEN`, `SCOPE_INVALID` */
  facts: operation({
    summary: "Every list, or every exact fact, page by page",
    request: LIST_FACTS,
    answer: async () => (await answers()).factListsSchema,
    under: "lists",
    access: "caller",
    http: "GET /v1/facts",
    load: async () => (await asked()).listFacts,
  }),
  /** The item at a rank of a list. @throws LociError `FACT_NOT_FOUND` */
  factByRank: operation({
    summary: "The item at a rank of a list",
    request: BY_RANK,
    given: ["topic", "rank"],
    answer: async () => (await answers()).factByRankSchema,
    access: "caller",
    http: "GET /v1/facts/by-rank",
    load: async () => (await asked()).factByRank,
  }),
  /** One list, and everything that happened to it, oldest first. @throws LociError `FACT_NOT_FOUND` */
  factList: operation({
    summary: "One list, and everything that happened to it, oldest first",
    request: ONE_LIST,
    given: ["topic"],
    answer: async () => (await answers()).factListSchema,
    access: "caller",
    http: "GET /v1/facts/:topic",
    load: async () => (await asked()).factList,
  }),
};
