import { needed, text, whole } from "./field.ts";
import { TEXT } from "./given.ts";
import { name } from "./search.ts";

/** When something was said: an instant, so that nobody guesses a zone. */
const INSTANT = {
  pattern: /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(:\d{2}(\.\d+)?)?(Z|[+-]\d{2}:?\d{2})$/i,
  form: "an ISO 8601 time with zone, such as 2026-05-31T14:00:00Z",
} as const;

/** Chats that go on, a part at a time. */
export const LIST_CHATS = {
  limit: whole(1, 500, "Chats at most", { default: 50 }),
  offset: whole(0, 1_000_000, "Leave out so many from the front", { default: 0 }),
};

/** One chat. */
export const ONE_CHAT = { scope: name("For the owner: whose, where several have a chat of this id") };

/** What was said in a chat. */
export const READ_CHAT = {
  limit: whole(1, 1_000, "Messages at most", { default: 100 }),
  before: name("Id of the message before which they were said"),
  scope: ONE_CHAT.scope,
};

/** A message that is said in a chat. */
export const ADD_MESSAGE = {
  id: needed(name("Unique in its chat; the same id again changes nothing")),
  role: needed(text(50, "user, assistant, system, tool, …", { min: 1 })),
  text: needed(text(200_000, "The exact words", { min: 1 })),
  author: text(200, "Who said it"),
  time: text(100, "When it was said; now by default", INSTANT),
  parent: name("Id of the message that it answers"),
  scope: name("For the owner: who may see the chat, where it begins now; admin by default"),
};

/** What the library takes beside a message: where the chat goes on, and how it is used, are kept in its profile. */
export const WHOSE_CHAT = { scope: ADD_MESSAGE.scope, platform: TEXT, mode: TEXT };
