import { z } from "zod";
import { messageRefSchema } from "./hit.ts";
import { nameSchema } from "./name.ts";
import { noteSchema } from "./note.ts";
import { rangeSchema } from "./range.ts";
import { SCHEMA_VERSION } from "./schema-version.ts";

const text = z.string().min(1).max(1_000);
const filter = z.union([text, z.array(text).max(100)]).exactOptional();

/** What a question is asked with. */
export const askRequestSchema = z.strictObject({
  question: z.string().min(1).max(20_000).describe("The question, in words"),
  chat: nameSchema.exactOptional().describe("The chat that it is asked in: both sides are kept there"),
  scope: nameSchema.exactOptional().describe("For the owner: who may see the chat, where it begins now"),
  id: nameSchema.exactOptional().describe("Id of the question in its chat"),
  author: nameSchema.exactOptional(),
  limit: z.int().min(1).max(50).exactOptional().describe("Passages at most; 5 by default"),
  strict: z.boolean().exactOptional().describe("Leaves out every sentence of the answer that is not proved"),
  search: z
    .strictObject({
      wing: filter,
      hall: filter,
      room: filter,
      source: filter,
      type: filter,
      since: text.exactOptional(),
      until: text.exactOptional(),
      asOf: text.exactOptional(),
      now: text.exactOptional(),
    })
    .exactOptional()
    .describe("Filters of the search"),
});

const verdictSchema = z
  .enum(["supported", "wrong source", "stitched together", "not found", "no such source"])
  .describe("By a check of the quote against the stored text, without a model");

/** A passage that an answer may stand on. */
export const askSourceSchema = z.object({
  label: z.string().describe("As the answer cites it: M1"),
  id: z.string(),
  hash: z.string().describe("SHA-256 of the text when it was asked"),
  text: z.string(),
  source: z.object({ name: z.string(), path: z.string(), uri: z.string() }),
  heading: z.string(),
  lines: rangeSchema.nullable(),
  pages: rangeSchema.nullable(),
  message: messageRefSchema.nullable(),
  date: z.string().nullable(),
  scope: z.string(),
});

const spendSchema = z.object({
  inputTokens: z.int(),
  outputTokens: z.int(),
  estimated: z.boolean(),
  cost: z.number(),
});

/** What a question came to, as `Answer` of the library. */
export const answerSchema = z.object({
  schema: z.literal(SCHEMA_VERSION),
  question: z.string(),
  text: z.string().describe("As it may be shown: no images, no addresses but those of cited passages"),
  by: z.enum(["facts", "model", "passages"]),
  model: z.object({ provider: z.string(), model: z.string() }).nullable(),
  citations: z.array(
    z.object({
      label: z.string(),
      quote: z.string().nullable(),
      verdict: verdictSchema,
      reason: z.string(),
      foundIn: z.string().nullable(),
      drawer: z.string().nullable(),
      hash: z.string().nullable(),
      lines: rangeSchema.nullable(),
      message: messageRefSchema.nullable(),
    }),
  ),
  sources: z.array(askSourceSchema),
  facts: z.looseObject({ route: z.string(), reason: z.string(), text: z.string() }).nullable(),
  covered: z.boolean(),
  probability: z.number(),
  chat: z.object({ name: z.string(), question: z.string(), answer: z.string() }).nullable(),
  spend: spendSchema.nullable().describe("What the answer cost; null where no model was asked"),
  notes: z.array(noteSchema),
});

/** What is to be checked. */
export const verifyRequestSchema = z.strictObject({
  text: z
    .string()
    .min(1)
    .max(1_000_000)
    .describe(
      'An answer with citations such as [M1 "exact words"]; lines "[M1] … drawer ID" say which drawers the labels stand for',
    ),
});

/** The answer of `verify`, as `VerifiedAnswer` of the library. */
export const verifiedSchema = z.object({
  schema: z.literal(SCHEMA_VERSION),
  citations: z.array(
    z.object({
      label: z.string(),
      quote: z.string().nullable(),
      verdict: verdictSchema,
      reason: z.string(),
      drawer: z.string().nullable(),
      source: z.object({ name: z.string(), path: z.string() }).nullable(),
      lines: rangeSchema.nullable(),
      message: messageRefSchema.nullable(),
      changed: z.boolean().nullable(),
    }),
  ),
  supported: z.int(),
  clean: z.boolean().describe("Whether there is a citation, and every one is supported"),
  strict: z.string().describe("The sentences whose citations are all supported"),
});
