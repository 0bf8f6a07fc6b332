import { z } from "zod";
import { searchOptionsSchema } from "./search-options.ts";

/** Longest question that a surface takes, in characters. Retrieval reads the first part of a long one and says so; far beyond it is a mistake. */
const LONGEST_QUERY = 20_000;

/** Body of `POST /v1/search`, arguments of the MCP tool `search`. */
export const searchRequestSchema = z.strictObject({
  query: z.string().min(1).max(LONGEST_QUERY).describe("A question or words; 'phrase in double quotes', -without"),
  ...searchOptionsSchema.shape,
});
