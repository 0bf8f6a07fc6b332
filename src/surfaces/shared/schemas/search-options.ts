import { z } from "zod";
import { oneOrMany } from "./one-or-many.ts";

const time = z.string().max(100);

/** What may be asked beside the question: `SearchOptions` of the library without `caller` and `signal`, which come from the connection. */
export const searchOptionsSchema = z.strictObject({
  limit: z.int().min(1).max(1_000).exactOptional().describe("Hits at most; 10 by default"),
  wing: oneOrMany.exactOptional().describe("Only these wings"),
  hall: oneOrMany.exactOptional().describe("Only these halls: facts, events, discoveries, preferences, advice, or a topical one"),
  room: oneOrMany.exactOptional().describe("Only these rooms"),
  source: oneOrMany.exactOptional().describe("Only these sources, by key or name"),
  type: oneOrMany.exactOptional().describe("Only these document types: md, txt, code, pdf, docx, html, rst, chat"),
  since: time.exactOptional().describe("Content dated at or after: ISO date or time, or words such as 'last week'"),
  until: time.exactOptional().describe("Content dated before, or on, that day"),
  asOf: time.exactOptional().describe("As it was known then: content dated later takes no part"),
  now: time.exactOptional().describe("What 'last week' is seen from; the clock's time by default"),
  minScore: z.number().exactOptional().describe("Leaves out hits below this score"),
  mode: z.enum(["hybrid", "lexical", "semantic"]).exactOptional().describe("Words and meaning, words only, or meaning only"),
  fusion: z.enum(["learned", "rrf", "plain"]).exactOptional().describe("How words and meaning become one order; learned by default"),
  budgetTokens: z.int().min(1).max(1_000_000).exactOptional().describe("Fills at most so many tokens with hits, instead of limit"),
  groupBy: z.enum(["drawer", "document"]).exactOptional().describe("document: one hit a document"),
  explain: z.boolean().exactOptional().describe("Adds ranks, features and near-misses"),
  excludeIds: z.array(z.string().max(64)).max(10_000).exactOptional().describe("Drawer ids that take no part"),
});
