import { flag, given, needed, object, type OptionsOf, pick, SIGNAL, text, TEXT, whole } from "./field.ts";
import { FILTERS, name, SEARCH } from "./search.ts";

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

export const ONE_CHAT = { scope: name("For the owner: whose, where several have a chat of this id") };

export const READ_CHAT = {
  limit: whole(1, 1_000, "Messages at most", { default: 100 }),
  before: name("Id of the message before which they were said"),
  scope: ONE_CHAT.scope,
};

export const ADD_MESSAGE = {
  id: needed(name("Unique in its chat; the same id again changes nothing")),
  role: needed(text(50, "user, assistant, system, tool, …", { min: 1, named: true })),
  text: needed(text(200_000, "The exact words", { min: 1 })),
  author: text(200, "Who said it", { named: true }),
  time: text(100, "When it was said; now by default", INSTANT),
  parent: name("Id of the message that it answers"),
  scope: name("For the owner: who may see the chat, where it begins now; admin by default"),
};

/** What the library takes beside a message: where the chat goes on, and how it is used, are kept in its profile. */
export const WHOSE_CHAT = { scope: ADD_MESSAGE.scope, platform: TEXT, mode: TEXT };

export const ASK = {
  question: needed(text(20_000, "The question, in words", { min: 1 })),
  chat: name("The chat that it is asked in: both sides are kept there"),
  scope: name("For the owner: who may see the chat, where it begins now"),
  id: name("Id of the question in its chat"),
  author: name("Who asks, as the chat names him"),
  limit: whole(1, 50, "Passages at most", { default: 5 }),
  strict: flag("Leave out every sentence of the answer that is not proved"),
  search: object(
    {
      ...pick(FILTERS, ["wing", "hall", "room", "source", "type", "since", "until", "asOf", "now"]),
      ...pick(SEARCH, ["all", "minRelevance"]),
    },
    "Filters of the search",
  ),
};

/** The same as the library takes it: `platform` is kept in the chat's profile, `time` says when it was asked. */
export const ASK_CALL = { ...ASK, platform: TEXT, time: { ...ADD_MESSAGE.time, local: true as const }, signal: SIGNAL };
export type AskOptions = OptionsOf<typeof ASK_CALL, "question">;

/** An answer whose citations are to be checked. */
export const VERIFY = {
  text: needed(
    text(
      1_000_000,
      'An answer with citations such as [M1 "exact words"]; lines "[M1] … passage ID" say which passages the labels stand for',
      { min: 1 },
    ),
  ),
};

/** A prompt to which memory may add something. */
export const INJECT = {
  prompt: needed(text(200_000, "The prompt, as it was written", { min: 1, short: "" })),
  session: text(200, "The agent's session: what was said in it is not repeated", { value: "id", named: true }),
  source: text(100, "Who wrote it, as the agent says; what is no person (user, human, typed, ide) is a program"),
  budgetTokens: whole(0, 20_000, "Tokens that may be added", { default: 800, short: "Default 800" }),
  client: text(100, "The agent into whose prompt it goes, which is noted; left out: somebody looks what would", {
    named: true,
  }),
  /** Aborts when nobody waits any more: then nothing is noted. */
  signal: SIGNAL,
};

export const SESSION_BRIEF = {
  source: text(100, "How it begins: startup, resume, clear, fork, or compact"),
  session: text(200, "The agent's session", { named: true }),
  client: text(100, "The agent that it goes to, which is noted; left out: somebody looks what would", { named: true }),
  summary: text(1_000_000, "After a compaction: what was left"),
  budgetTokens: INJECT.budgetTokens,
  /** After a compaction: the agent's record of the session, with its format. */
  transcript: given<{ readonly path: string; readonly agent: string }>("object"),
  signal: SIGNAL,
};
