import { z } from "zod";
import { FUSIONS, HIT_UNITS, SEARCH_MODES } from "../../../index.ts";
import { oneOrMany } from "./one-or-many.ts";

const time = z.string().max(100);

/** What may be asked beside the question: `SearchOptions` of the library without `caller` and `signal`, which come from the connection. */
export const searchOptionsSchema = z.strictObject({
  limit: z.int().min(1).max(1_000).exactOptional().describe("Hits at most; default 10"),
  wing: oneOrMany.exactOptional().describe("Only this wing, or these"),
  hall: oneOrMany.exactOptional().describe("facts, events, discoveries, preferences, advice, or a topical one"),
  room: oneOrMany.exactOptional(),
  source: oneOrMany.exactOptional().describe("By key or name"),
  type: oneOrMany.exactOptional().describe("md, txt, code, pdf, docx, html, rst, chat"),
  since: time.exactOptional().describe("Content dated at or after: ISO date, or words such as 'last week'"),
  until: time.exactOptional().describe("Content dated on or before"),
  asOf: time.exactOptional().describe("As it was known then"),
  now: time.exactOptional().describe("What 'last week' is seen from"),
  minScore: z.number().exactOptional(),
  mode: z.enum(SEARCH_MODES).exactOptional(),
  fusion: z.enum(FUSIONS).exactOptional(),
  budgetTokens: z.int().min(1).max(1_000_000).exactOptional().describe("Fill at most so many tokens, instead of limit; the first hit always comes"),
  groupBy: z.enum(HIT_UNITS).exactOptional().describe("document: one hit each"),
  explain: z.boolean().exactOptional().describe("Add why each hit stands where it stands"),
  excludeIds: z.array(z.string().max(64)).max(10_000).exactOptional(),
});
