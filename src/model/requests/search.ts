import { type AccessKind, FUSIONS, HIT_UNITS, SEARCH_MODES } from "../search.ts";
import type { Field, OptionsOf } from "./field.ts";
import { choice, flag, FLAG, given, needed, number, oneOrMany, SIGNAL, TEXT, text, texts, whole } from "./field.ts";

/** A name or an id that somebody gives: of a wing, a room, a chat, a message, a source. */
export const name = (doc: string): Field<string, false> => text(200, doc, { min: 1, named: true });

export const DRAWER_ID = needed(text(64, "A passage, by its id or the beginning of it", { min: 4 }));

/** Longest name of a wing, room, hall, source or type, in characters, and how many of them a filter may name. */
const NAME = 200;
const NAMES = { most: 100 } as const;
const DATE = { value: "date" } as const;

/** The whole id of a drawer. The command line shows beginnings; one of them would leave out nothing. */
const WHOLE_ID = { pattern: /^[0-9a-f]{32}$/, form: "a whole id: the 32 digits of 'id' in a JSON answer" } as const;

/** Types, as help and hints name them. */
export const NAMED_TYPES =
  "of document (md, txt, code, pdf, docx, html, epub, pptx, xlsx, odf, mail, csv, chat, …), or of passage: table, toc_entry, list, …";

/** Which passages are asked for: the filters of every request that searches or lists. */
export const FILTERS = {
  wing: oneOrMany(NAME, "Only this wing, or these", { ...NAMES, short: "Only this wing" }),
  hall: oneOrMany(NAME, "Only this hall: facts, events, discoveries, preferences, advice, or one of your own", {
    ...NAMES,
    short: "facts, events, discoveries, preferences, advice, or a topical one",
  }),
  room: oneOrMany(NAME, "Only this room", { ...NAMES, short: "" }),
  source: oneOrMany(NAME, "Only this source, by key, name or root", { ...NAMES, short: "By key or name" }),
  type: oneOrMany(NAME, `Only this type ${NAMED_TYPES}`, { ...NAMES, short: "md, code, pdf, chat; table, toc_entry" }),
  since: text(100, "Content dated at or after: an ISO date or time, or words such as 'last week'", {
    ...DATE,
    short: "ISO date, or words such as 'last week'",
  }),
  until: text(100, "Content dated before or on that day", { ...DATE, short: "On or before" }),
  asOf: text(100, "As it was known then; what was said later is told apart", {
    ...DATE,
    short: "As it was known then",
  }),
  now: text(100, "What 'last week' in the question is seen from", { value: "time" }),
};

/** A search. Who asks comes from the connection. */
export const SEARCH = {
  query: needed(
    text(
      20_000,
      'The question, or words: "phrases", -exclusions and wing: room: hall: source: type: role: before: after: work inside it',
      { min: 1, short: "A question or words; 'phrase in double quotes', -without" },
    ),
  ),
  limit: whole(
    1,
    1_000,
    "Hits at most; up to three times as many by default where a question asks for several things",
    { short: "Hits at most; default 10", default: 10, setting: "recall.limit" },
  ),
  ...FILTERS,
  role: oneOrMany(NAME, "Only what this role said: user, assistant, tool (tool_call, tool_result), summary, system", {
    ...NAMES,
    short: "user, assistant, tool",
  }),
  mode: choice(SEARCH_MODES, "Which retrievers run", { default: "hybrid", short: "" }),
  fusion: choice(FUSIONS, "How the retrievers become one order", { default: "learned" }),
  minScore: number("Leave out hits below this score", { value: "score" }),
  minRelevance: number("Leave out hits that belong to the answer with less probability, 0 to 1", {
    min: 0,
    max: 1,
    value: "probability",
    short: "",
  }),
  all: flag("Show weaker hits as the others, where they would be left out or dimmed", { short: "Weaker hits too" }),
  budgetTokens: whole(
    1,
    1_000_000,
    "Fill at most so many tokens with hits, instead of limit; the first stays, however long it is",
    { short: "Tokens of the answer, instead of limit" },
  ),
  groupBy: choice(HIT_UNITS, "One hit a message, a passage or a document", {
    default: "message",
    value: "unit",
    short: "",
  }),
  excludeIds: texts(64, "Passages that take no part, by their whole ids", { ...WHOLE_ID, most: 10_000, value: "id" }),
  excludeChats: texts(NAME, "Chats that take no part, by their ids", { ...NAMES, value: "chat" }),
  passage: whole(80, 10_000, "Of each hit only about so many characters, around what answers"),
  explain: flag("How each score is made up, what filters removed and what nearly made it", {
    short: "Why each hit stands there",
  }),
};

/** The same as the library takes it. `own`: only what the caller's own agent may be told unasked, for the owner `kb` and `admin`. */
export const SEARCH_CALL = { ...SEARCH, own: FLAG, signal: SIGNAL };

/** What may be asked beside the question. */
export type SearchOptions = OptionsOf<typeof SEARCH_CALL, "query">;

/** What was put before somebody, for which question, through what (`library` by default), and whether it probably answered it. */
export const ACCESS = {
  kind: needed(given<AccessKind>("text")),
  ids: needed(given<readonly string[]>("texts")),
  query: TEXT,
  covered: FLAG,
  client: { ...TEXT, named: true as const },
};
