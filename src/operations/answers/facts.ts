import { z } from "zod";
import type { Scope } from "../../model/caller.ts";
import { type Answer, noteSchema, SCHEMA_VERSION, versioned } from "./answer.ts";

const scopeSchema = z
  .string()
  .describe("Whose: kb is the project's, admin the owner's own") as unknown as z.ZodType<Scope>;

/** An item of a list with its place and where it was said; its topic where an answer spans several lists. */
const shownItemSchema = z.object({
  position: z.int(),
  value: z.string(),
  messageId: z.string(),
  chat: z.string(),
  time: z.string().describe("When it was said, ISO 8601"),
  topic: z.string().exactOptional(),
});
export type ShownItem = Answer<typeof shownItemSchema>;

const answerKindSchema = z.enum(["value", "list", "slice", "rank", "count", "not_stored", "out_of_range", "ambiguous"]);
export type AnswerKind = z.output<typeof answerKindSchema>;

const saidSchema = z.object({ messageId: z.string(), chat: z.string(), sentence: z.string(), time: z.string() });
export type ShownSource = Answer<typeof saidSchema>;

/** An exact answer to a question about lists. */
const factAnswerSchema = z.object({
  kind: answerKindSchema,
  text: z.string(),
  items: z.array(shownItemSchema),
  topic: z.string(),
  scope: scopeSchema,
  key: z.string().exactOptional().describe("The list's key; left out where the answer spans several lists"),
  sources: z.array(saidSchema).describe("Where the items were said, each place once, in the order of the items"),
  later: z
    .array(saidSchema)
    .exactOptional()
    .describe("What people said of it later, or of what isn't stored, and wasn't read as a change"),
  count: z.int().exactOptional().describe("How many items the list holds, where that is the answer or a part of it"),
});
export type FactAnswer = Answer<typeof factAnswerSchema>;

const listSchema = z.object({
  topic: z.string(),
  scope: scopeSchema,
  type: z.string().describe("ranked, or the type of an exact fact's value: date, number, email, text …"),
  subject: z.string().exactOptional().describe("Of an exact fact whose it is: me, project, or a person"),
  count: z.int(),
  items: z.array(shownItemSchema),
  later: z.array(saidSchema).exactOptional().describe("What was said since, sounds like a change and wasn't read"),
});
export type ListedFacts = Answer<typeof listSchema>;

const changedListSchema = z.object({
  topic: z.string(),
  scope: scopeSchema,
  before: z.array(shownItemSchema),
  items: z.array(shownItemSchema),
});
export type ChangedList = Answer<typeof changedListSchema>;

export const factListsSchema = versioned({ lists: z.array(listSchema) });
export const factByRankSchema = versioned({ topic: z.string(), item: shownItemSchema });

/** One list, and everything that happened to it, oldest first. */
export const factListSchema = versioned({
  list: listSchema,
  history: z.array(
    z.object({
      topic: z.string(),
      at: z.string(),
      recordedAt: z.string(),
      chat: z.string(),
      messageId: z.string(),
      sentence: z.string(),
      reason: z.string(),
      operations: z.array(z.looseObject({ op: z.string() })),
      effect: z.object({
        added: z.array(z.object({ value: z.string(), position: z.int() })),
        removed: z.array(z.object({ value: z.string(), position: z.int() })),
        moved: z.array(z.object({ value: z.string(), from: z.int(), to: z.int() })),
      }),
      undone: z.boolean(),
    }),
  ),
});

export const factsChangedSchema = z.looseObject({
  schema: z.literal(SCHEMA_VERSION),
  text: z.string(),
  changed: z.boolean().describe("Whether anything is other than before"),
});

/** What became of a message that was told. */
export const factsToldSchema = versioned({
  route: z.enum(["facts-write", "facts-read", "search"]),
  reason: z.string(),
  changed: z.boolean().describe("Whether any list changed"),
  text: z.string().describe("What was understood and done, or why not; empty when it is not about lists"),
  topic: z.string().nullable().describe("Of the last list spoken of"),
  before: z.array(shownItemSchema),
  items: z.array(shownItemSchema),
  lists: z.array(changedListSchema).describe("Every list that the message spoke of, in order"),
  kind: answerKindSchema
    .exactOptional()
    .describe("When something was asked; ambiguous when a name fits several items and nothing was written"),
  answers: z.array(factAnswerSchema),
  rest: z.string().describe("The part that is not about lists"),
  messageId: z.string(),
  notes: z.array(noteSchema),
});

/** The answer to a question; without `kind` when it isn't about lists and `route` says where to go. */
export const factsAnswerSchema = factAnswerSchema.omit({ key: true, scope: true }).extend({
  schema: z.literal(SCHEMA_VERSION),
  route: z.enum(["facts-write", "facts-read", "search"]),
  reason: z.string(),
  kind: answerKindSchema.exactOptional(),
  topic: z.string().nullable(),
  answers: z.array(factAnswerSchema).describe("One a question"),
  rest: z.string(),
  notes: z.array(noteSchema),
});
