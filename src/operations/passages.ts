import { ASK_CALL, EXPAND, INJECT, ONE_DRAWER, SEARCH_CALL, SESSION_BRIEF, VERIFY } from "../model/requests/index.ts";
import { operation } from "./operation.ts";

const hits = () => import("./answers/hits.ts");
const asking = () => import("./answers/ask.ts");
const inject = () => import("../app/agents/inject.ts");

/** Passages: found, opened, cited, and put before a model. Each of what the caller sees. */
export const PASSAGES = {
  /**
   * Finds passages.
   * @throws LociError `QUERY_INVALID`, `SOURCE_NOT_FOUND`, `MODEL_MISMATCH`, `INDEX_FORMAT`
   * @example const { hits, covered } = await project.search("which port does staging use?");
   */
  search: operation({
    request: SEARCH_CALL,
    given: ["query"],
    answer: async () => (await hits()).searchResultSchema,
    access: "caller",
    load: async () => (await import("../app/search/search-project.ts")).searchBesideFacts,
  }),
  /**
   * Opens drawers: exact text, read again from the file and compared with what was indexed.
   * @param ids whole ids, or beginnings that fit one drawer
   * @throws LociError `DRAWER_NOT_FOUND`
   */
  expand: operation({
    request: EXPAND,
    given: ["ids"],
    answer: async () => (await hits()).expandedSchema,
    access: "caller",
    load: async () => {
      const { expand } = await import("../app/expand/expand.ts");
      return async (parts, { ids, ...options }) => await parts.opening((deps) => expand(deps, ids, options));
    },
  }),
  /** Where a drawer comes from. @throws LociError `DRAWER_NOT_FOUND` */
  drawerSource: operation({
    request: ONE_DRAWER,
    given: ["id"],
    answer: async () => (await hits()).drawerSourceSchema,
    access: "caller",
    load: async () => {
      const { sourceOf } = await import("../app/expand/expand.ts");
      return async (parts, { id, caller }) => await parts.opening((deps) => sourceOf(deps, id, caller));
    },
  }),
  /**
   * What memory adds to an agent's prompt, fenced as data; or why it stays silent. Strict: silence wins.
   * @throws LociError `USAGE`, as `search`
   * @example const { text, silent } = await project.inject("which port did we choose for staging?");
   */
  inject: operation({
    summary: "What memory adds to an agent's prompt, fenced as data, or why it stays silent",
    request: INJECT,
    given: ["prompt"],
    answer: async () => (await asking()).injectionSchema,
    access: "caller",
    http: "POST /v1/inject",
    load: async () => (await inject()).inject,
  }),
  /**
   * What an agent's session begins with, fenced as data: the wake-up brief, or after a compaction what its summary lost.
   * @throws LociError `USAGE`
   */
  sessionBrief: operation({
    request: SESSION_BRIEF,
    answer: async () => (await asking()).injectionSchema,
    access: "caller",
    load: async () => (await inject()).sessionBrief,
  }),
  /**
   * Answers a question: exactly where it is about facts, else from the passages that the caller may see, by the language model where one is configured
   * and by the passages themselves where none is. Every citation is checked.
   * @throws LociError `QUERY_INVALID`, `FORBIDDEN`, `CANCELLED`, `MODEL_UNAVAILABLE` where an answer broke off in the middle
   * @example const { text, citations } = await project.ask("which port does staging use?", { chat: "planning" });
   */
  ask: operation({
    request: ASK_CALL,
    given: ["question"],
    answer: async () => (await asking()).answerSchema,
    access: "caller",
    load: async () => {
      const { ask } = await import("../app/ask/ask.ts");
      return async (parts, { question, ...options }) => await ask(await parts.asking(), question, options);
    },
  }),
  /**
   * Checks the citations of an answer, whoever wrote it, against the stored text, without a model.
   * @throws LociError `TOO_LARGE`
   * @example (await project.verify('It is 8443 [M1 "listens on port 8443"].')).clean
   */
  verify: operation({
    summary: "Check the citations of an answer against the stored text, without a model",
    request: VERIFY,
    given: ["text"],
    answer: async () => (await asking()).verifiedSchema,
    access: "caller",
    http: "POST /v1/verify",
    load: async () => (await import("../app/ask/verify-answer.ts")).verifyAnswer,
  }),
};
