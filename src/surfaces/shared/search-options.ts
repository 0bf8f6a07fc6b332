import { FUSIONS, HIT_UNITS, SEARCH_MODES } from "../../index.ts";
import type { OptionSpec } from "./option-spec.ts";

/** The options of a search, as every surface takes them. `caller` is no option: it comes from who asks. */
export const SEARCH_OPTIONS = [
  {
    name: "limit",
    type: "integer",
    min: 1,
    max: 1000,
    value: "N",
    doc: "hits at most (recall.limit, 10; up to 30 where several things are asked for)",
  },
  { name: "wing", type: "texts", value: "WING", doc: "only this wing; may be given more than once" },
  {
    name: "hall",
    type: "texts",
    value: "HALL",
    doc: "only this hall: facts, events, discoveries, preferences, advice, or one of your own",
  },
  { name: "room", type: "texts", value: "ROOM", doc: "only this room" },
  { name: "source", type: "texts", value: "SOURCE", doc: "only this source, by key, name or root" },
  {
    name: "type",
    type: "texts",
    value: "TYPE",
    doc: "only this type of document: md, txt, code, pdf, docx, html, canvas, chat, …",
  },
  {
    name: "role",
    type: "texts",
    value: "ROLE",
    doc: "only what this role said: user, assistant, tool (tool_call, tool_result), summary, system",
  },
  {
    name: "since",
    type: "text",
    value: "DATE",
    doc: "content dated at or after: an ISO date or time, or words such as 'last week'",
  },
  { name: "until", type: "text", value: "DATE", doc: "content dated before or on that day" },
  { name: "asOf", type: "text", value: "DATE", doc: "as it was known then: later content takes no part" },
  { name: "now", type: "text", value: "TIME", doc: "what 'last week' in the question is seen from" },
  { name: "mode", type: "text", choices: SEARCH_MODES, value: "MODE", doc: "which legs run (recall.mode, hybrid)" },
  {
    name: "fusion",
    type: "text",
    choices: FUSIONS,
    value: "FUSION",
    doc: "how the legs become one order (recall.fusion, learned)",
  },
  { name: "minScore", type: "number", value: "SCORE", doc: "leave out hits below this score" },
  {
    name: "budgetTokens",
    type: "integer",
    min: 1,
    max: 10_000_000,
    value: "N",
    doc: "fill at most so many tokens with hits, instead of --limit; the first stays, however long it is",
  },
  {
    name: "groupBy",
    type: "text",
    choices: HIT_UNITS,
    value: "UNIT",
    doc: "one hit a message (default), a drawer or a document",
  },
  { name: "excludeIds", type: "texts", value: "ID", doc: "a drawer that takes no part, by its whole id" },
  { name: "excludeChats", type: "texts", value: "CHAT", doc: "a chat that takes no part, by its id" },
  {
    name: "passage",
    type: "integer",
    min: 80,
    max: 10_000,
    value: "N",
    doc: "of each hit only about so many characters, around what answers",
  },
  { name: "explain", type: "flag", doc: "say how each score is made up, what filters removed and what nearly made it" },
] as const satisfies readonly OptionSpec[];
