import {
  ADD_MESSAGE,
  FLAG,
  FLUSH_CALL,
  LIST_CHATS,
  name,
  needed,
  NEEDED_TEXT,
  object,
  ONE_CHAT,
  READ_CHAT,
  text,
  TEXTS,
  WHOSE_CHAT,
  without,
} from "../model/requests/index.ts";
import { operation } from "./operation.ts";

const answers = () => import("./answers/chat.ts");
const CHAT = needed(text(200, "Its id", { min: 1 }));

/** The chats that go on in a project: a user's are his own. */
export const CHATS = {
  /**
   * Appends a message to a chat of this project and indexes it: when it has resolved, every search finds it. The same id again changes
   * nothing, and what was forgotten stays so.
   * @throws LociError `DUPLICATE` when the id stands for other words, `FORBIDDEN`, `USAGE`
   * @example const { drawers } = await project.addMessage("planning", { id: "m7", role: "user", text: "The launch is on Friday." });
   * await project.search("when is the launch?", { excludeIds: drawers });
   */
  addMessage: operation({
    request: {
      chat: needed(name("")),
      message: needed(object({ ...without(ADD_MESSAGE, ["scope"]), sources: TEXTS }, "")),
      ...WHOSE_CHAT,
    },
    given: ["chat", "message"],
    access: "caller",
    load: async () => {
      const { addAndTell } = await import("../app/facts/said-and-kept.ts");
      return async (parts, { chat, message, ...options }) =>
        await addAndTell({ project: parts, chats: await parts.chats() }, { chat, message }, options);
    },
  }),
  /** The drawers of a chat message, for `excludeIds`; none when the caller has no such message. */
  messageDrawers: operation({
    request: { chat: NEEDED_TEXT, id: NEEDED_TEXT },
    given: ["chat", "id"],
    access: "caller",
    load:
      async () =>
      async ({ chats }, { chat, id, caller }) =>
        await (await chats()).drawersOf(chat, id, { caller }),
  }),
  /** The chats that go on in the project, newest first, of those that the caller sees. */
  chats: operation({
    summary: "The chats that go on in the project, newest first",
    request: LIST_CHATS,
    answer: async () => (await answers()).chatsSchema,
    access: "caller",
    http: "GET /v1/chats",
    load:
      async () =>
      async ({ chats }, asked) =>
        await (await chats()).list(asked),
  }),
  /** What was said in a chat: the last messages, or the last before one. @throws LociError `CHAT_NOT_FOUND` */
  chatMessages: operation({
    summary: "What was said in a chat: its last messages, or the last before one",
    request: { chat: CHAT, ...READ_CHAT },
    given: ["chat"],
    answer: async () => (await answers()).chatMessagesSchema,
    access: "caller",
    http: "GET /v1/chats/:chat/messages",
    load:
      async () =>
      async ({ chats }, { chat, ...asked }) =>
        await (await chats()).messages(chat, asked),
  }),
  /** The notes of a chat; the owner's chats share theirs. */
  chatMemory: operation({
    request: { chat: needed(name("")) },
    given: ["chat"],
    access: "caller",
    load:
      async () =>
      async ({ chats }, { chat, caller }) =>
        await (await chats()).memory(chat, { caller }),
  }),
  /** Forgets the notes of a chat that were taken; pinned ones stay. @throws LociError `FORBIDDEN` */
  clearChatMemory: operation({
    request: { chat: needed(name("")) },
    given: ["chat"],
    access: "caller",
    load:
      async () =>
      async ({ chats }, { chat, caller }) =>
        await (await chats()).clearMemory(chat, { caller }),
  }),
  /**
   * Deletes a chat: its messages, its drawers, what was said about lists in it, who was shown it. A user deletes his own; nothing
   * comes back with the next message.
   * @throws LociError `CHAT_NOT_FOUND`, `SOURCE_BUSY`
   */
  deleteChat: operation({
    summary:
      "Delete a chat: its messages, its passages, what was said about lists in it. A user deletes his own; nothing comes back with the next message",
    request: { chat: CHAT, ...ONE_CHAT },
    given: ["chat"],
    answer: async () => (await answers()).deletedChatSchema,
    under: "deleted",
    access: "caller",
    http: "DELETE /v1/chats/:chat",
    unlimited: true,
    load:
      async () =>
      async ({ chats }, { chat, ...asked }) =>
        await (await chats()).remove(chat, asked),
  }),
  /**
   * Sums up what is stored into `memory/YYYY-MM-DD.md`, each point proved by a quote; without `yes` it only says what that would cost. For the owner.
   * @throws LociError `MODEL_UNAVAILABLE`, `SOURCE_BUSY`, `SOURCE_NOT_FOUND`, `SCOPE_INVALID`
   */
  flush: operation({
    request: FLUSH_CALL,
    access: "owner",
    load: async () => (await import("../app/chats/flush.ts")).flush,
  }),
  /** What was kept of chats longer than the settings say: daily logs, notes, and messages where a limit is set. With `yes` it goes. For the owner. */
  retention: operation({
    request: { yes: FLAG },
    access: "owner",
    load: async () => {
      const { retention } = await import("../app/chats/retention.ts");
      return async (parts, { yes }) => await retention(parts, await parts.chats(), yes === true);
    },
  }),
};
