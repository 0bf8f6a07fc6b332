import { z } from "zod";
import { nameSchema } from "./name.ts";

/** A statement about a ranked list or a preference: `loci facts tell`, `POST /v1/facts/tell`, the MCP tool `facts`. */
export const factsTellRequestSchema = z.strictObject({
  text: z.string().min(1).max(20_000).describe("The sentence as it was said, such as: My favorite tea is sencha"),
  scope: z
    .string()
    .max(200)
    .exactOptional()
    .describe("Whose fact: the speaker's own by default; kb for the project's; the owner only"),
  chat: nameSchema.exactOptional().describe("Chat in which it was said"),
  messageId: nameSchema.exactOptional().describe("Message in which it was said"),
  time: z.string().max(100).exactOptional().describe("When it was said, ISO 8601; now by default"),
});
