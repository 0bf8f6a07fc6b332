import { z } from "zod";
import { nameSchema } from "./name.ts";

/** A question about a ranked list or a preference: `loci facts ask`, `POST /v1/facts/ask`, the MCP tool `facts`. */
export const factsAskRequestSchema = z.strictObject({
  text: z.string().min(1).max(20_000).describe("The question, such as: What is my second favorite font?"),
  asOf: z.string().max(100).exactOptional().describe("Answer from what had been said by then, ISO 8601"),
  scope: z.string().max(200).exactOptional().describe("Whose lists; the owner only"),
  chat: nameSchema.exactOptional().describe("Chat in which it is asked; 'and the third?' needs it"),
});
