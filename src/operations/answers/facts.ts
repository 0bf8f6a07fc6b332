import { z } from "zod";
import { SCHEMA_VERSION } from "./answer.ts";

/** An item of a list with its place and where it was said. */
const shownItemSchema = z.object({
  position: z.int(),
  value: z.string(),
  messageId: z.string(),
  chat: z.string(),
  time: z.string(),
  topic: z.string().exactOptional(),
});

/** What an answer about lists is. */
const answerKindSchema = z.enum(["value", "list", "slice", "rank", "count", "not_stored", "out_of_range", "ambiguous"]);

/** Where something was said. */
const saidSchema = z.object({ messageId: z.string(), chat: z.string(), sentence: z.string(), time: z.string() });

/** An exact answer to a question about lists, as `FactAnswer` of the library. */
const factAnswerSchema = z.object({
  kind: answerKindSchema,
  text: z.string(),
  items: z.array(shownItemSchema),
  topic: z.string(),
  scope: z.string().describe("Whose list answers: kb is the project's"),
  key: z.string().exactOptional().describe("The list's key"),
  sources: z.array(saidSchema),
  later: z
    .array(saidSchema)
    .exactOptional()
    .describe("What people said of it later, or of what isn't stored, and wasn't read as a change"),
  count: z.int().exactOptional(),
});

/** A list, as `ListedFacts` of the library. */
const listSchema = z.object({
  topic: z.string(),
  scope: z.string(),
  type: z.string(),
  subject: z.string().exactOptional(),
  count: z.int(),
  items: z.array(shownItemSchema),
});

/** Every list, one list, and the item at a rank of one. */
export const factListsSchema = z.object({ schema: z.literal(SCHEMA_VERSION), lists: z.array(listSchema) });
export const factListSchema = z.object({ schema: z.literal(SCHEMA_VERSION), list: listSchema });
export const factByRankSchema = z.object({
  schema: z.literal(SCHEMA_VERSION),
  topic: z.string(),
  item: shownItemSchema,
});

/** Everything that happened to a list, oldest first. */
export const factHistorySchema = z.object({
  schema: z.literal(SCHEMA_VERSION),
  history: z.array(
    z.looseObject({
      topic: z.string(),
      at: z.string(),
      chat: z.string(),
      messageId: z.string(),
      sentence: z.string(),
      reason: z.string(),
      effect: z
        .looseObject({
          added: z.array(z.object({ value: z.string(), position: z.int() })),
          removed: z.array(z.object({ value: z.string(), position: z.int() })),
          moved: z.array(z.object({ value: z.string(), from: z.int(), to: z.int() })),
        })
        .exactOptional(),
      undone: z.boolean(),
    }),
  ),
});

/** What became of a change. */
export const factsChangedSchema = z.looseObject({ schema: z.literal(SCHEMA_VERSION), text: z.string() });

/** What became of a message that was told, as `TellResult` of the library. */
export const factsToldSchema = z.looseObject({
  schema: z.literal(SCHEMA_VERSION),
  route: z.enum(["facts-write", "facts-read", "search"]),
  reason: z.string(),
  changed: z.boolean(),
  text: z.string().describe("What was understood and done, or why not"),
  topic: z.string().nullable(),
  before: z.array(shownItemSchema),
  items: z.array(shownItemSchema),
  lists: z.array(
    z.object({
      topic: z.string(),
      scope: z.string(),
      before: z.array(shownItemSchema),
      items: z.array(shownItemSchema),
    }),
  ),
  kind: answerKindSchema.exactOptional(),
  answers: z.array(factAnswerSchema),
  rest: z.string().describe("The part that is not about lists"),
  messageId: z.string(),
});

/** The answer to a question, as `AskResult` of the library; without `kind` when it isn't about lists and `route` says where to go. */
export const factsAnswerSchema = factAnswerSchema
  .omit({ key: true })
  .extend({
    schema: z.literal(SCHEMA_VERSION),
    route: z.enum(["facts-write", "facts-read", "search"]),
    reason: z.string(),
    kind: factAnswerSchema.shape.kind.exactOptional(),
    topic: z.string().nullable(),
    scope: factAnswerSchema.shape.scope.exactOptional(),
    answers: z.array(factAnswerSchema),
    rest: z.string(),
  })
  .loose();
