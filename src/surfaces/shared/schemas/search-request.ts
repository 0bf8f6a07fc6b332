import { z } from "zod";
import { FUSIONS, HIT_UNITS, SEARCH_MODES } from "../../../index.ts";

/** Longest name of a wing, room, hall, source or type that a filter may hold, in characters. */
const LONGEST_NAME = 200;
const MOST_NAMES = 100;

/** A name, or a list of names of which any may fit; an empty list fits nothing. */
const oneOrMany = z.union([z.string().max(LONGEST_NAME), z.array(z.string().max(LONGEST_NAME)).max(MOST_NAMES)]);

const time = z.string().max(100);

/** What may be asked beside the question: `SearchOptions` of the library without `caller` and `signal`, which come from the connection. */
export const searchOptionsSchema = z.strictObject({
  limit: z.int().min(1).max(1_000).exactOptional().describe("Hits at most; default 10"),
  wing: oneOrMany.exactOptional().describe("Only this wing, or these"),
  hall: oneOrMany.exactOptional().describe("facts, events, discoveries, preferences, advice, or a topical one"),
  room: oneOrMany.exactOptional(),
  source: oneOrMany.exactOptional().describe("By key or name"),
  type: oneOrMany.exactOptional().describe("md, code, pdf, chat"),
  role: oneOrMany.exactOptional().describe("user, assistant, tool"),
  since: time.exactOptional().describe("Content dated at or after: ISO date, or words such as 'last week'"),
  until: time.exactOptional().describe("Content dated on or before"),
  asOf: time.exactOptional().describe("As it was known then"),
  now: time.exactOptional().describe("What 'last week' is seen from"),
  minScore: z.number().exactOptional(),
  mode: z.enum(SEARCH_MODES).exactOptional(),
  fusion: z.enum(FUSIONS).exactOptional(),
  budgetTokens: z.int().min(1).max(1_000_000).exactOptional().describe("At most so many tokens, instead of limit"),
  groupBy: z.enum(HIT_UNITS).exactOptional(),
  passage: z.int().min(80).max(10_000).exactOptional().describe("Characters a hit"),
  explain: z.boolean().exactOptional().describe("Why each hit stands there"),
  excludeIds: z.array(z.string().max(64)).max(10_000).exactOptional(),
  excludeChats: z.array(z.string().max(LONGEST_NAME)).max(MOST_NAMES).exactOptional(),
});

/** Longest question that a surface takes, in characters. Retrieval reads the first part of a long one and says so; far beyond it is a mistake. */
const LONGEST_QUERY = 20_000;

/** Body of `POST /v1/search`, arguments of the MCP tool `search`. */
export const searchRequestSchema = z.strictObject({
  query: z.string().min(1).max(LONGEST_QUERY).describe("A question or words; 'phrase in double quotes', -without"),
  ...searchOptionsSchema.shape,
});
