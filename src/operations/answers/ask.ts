import { z } from "zod";
import { messageRefSchema, saidLaterSchema } from "./hits.ts";
import { type Answer, type Noted, noteSchema, rangeSchema, versioned } from "./answer.ts";

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
  title: z.string().describe("What its document is called"),
  heading: z.string(),
  lines: rangeSchema.nullable(),
  pages: rangeSchema.nullable(),
  message: messageRefSchema.nullable(),
  date: z.string().nullable(),
  scope: z.string(),
  later: saidLaterSchema.exactOptional(),
});

const spendSchema = z.object({ inputTokens: z.int(), outputTokens: z.int(), estimated: z.boolean(), cost: z.number() });

/** What an answer cites, and whether it stands there. */
const citationSchema = z.object({
  label: z.string(),
  quote: z.string().nullable(),
  verdict: verdictSchema,
  reason: z.string().describe("Where there is no quote, or it is too short; else empty"),
  drawer: z.string().nullable(),
  lines: rangeSchema.nullable(),
  message: messageRefSchema.nullable(),
});

export const answerSchema = versioned({
  question: z.string(),
  text: z.string().describe("As it may be shown: no images, no addresses but those of cited passages"),
  by: z
    .enum(["facts", "model", "passages"])
    .describe("facts: exactly, by rule; model: written by a language model; passages: the passages themselves"),
  model: z.object({ provider: z.string(), model: z.string() }).nullable(),
  citations: z.array(
    citationSchema.extend({
      foundIn: z.string().nullable().describe("The passage that holds it, also another one than was named"),
      hash: z.string().nullable(),
    }),
  ),
  sources: z.array(askSourceSchema),
  facts: z.looseObject({ route: z.string(), reason: z.string(), text: z.string() }).nullable(),
  covered: z.boolean(),
  probability: z.number(),
  chat: z
    .object({ name: z.string(), question: z.string(), answer: z.string() })
    .nullable()
    .describe("Ids of the two messages in the chat; null without one"),
  spend: spendSchema.nullable().describe("What the answer cost; null where no model was asked"),
  notes: z.array(noteSchema),
});
/** The answer as its schema says it; of what is told about facts the library's own type says more. */
export type AnswerTold = Noted<Answer<typeof answerSchema>>;

/** The answer of `verify`, as `VerifiedAnswer` of the library. */
export const verifiedSchema = versioned({
  citations: z.array(
    citationSchema.extend({
      source: z.object({ name: z.string(), path: z.string() }).nullable(),
      title: z.string().nullable().describe("What its document is called"),
      changed: z
        .boolean()
        .nullable()
        .describe("Whether the passage has other words now; null where the answer doesn't say which it had"),
    }),
  ),
  supported: z.int(),
  clean: z.boolean().describe("Whether there is a citation, and every one is supported"),
  strict: z.string().describe("The sentences whose citations are all supported"),
  uncited: z.array(z.string()).describe("Sentences that cite nothing"),
  marks: z.array(z.string()).describe("Marks that are no citations: [1], (M1)"),
});

export type VerifiedAnswer = Answer<typeof verifiedSchema>;
export type VerifiedCitation = VerifiedAnswer["citations"][number];

/** What memory adds to a prompt, or why it stays silent. */
export const injectionSchema = versioned({
  text: z.string().describe("Fenced passages with the rule that they are data; empty where nothing is added"),
  used: z
    .array(z.object({ label: z.string(), id: z.string(), about: z.string(), score: z.number() }))
    .describe("What was used, in the order of the text, each by its label there"),
  silent: z.object({ reason: z.string(), message: z.string() }).nullable().describe("Null when something is added"),
  probability: z
    .number()
    .nullable()
    .describe("That the first passages answer the prompt; null where nothing was searched"),
  notes: z.array(noteSchema),
});
export type Injection = Noted<Answer<typeof injectionSchema>>;
export type UsedPassage = Injection["used"][number];
export type AskSource = Answer<typeof askSourceSchema>;
export type AnswerCitation = Answer<typeof answerSchema>["citations"][number];
