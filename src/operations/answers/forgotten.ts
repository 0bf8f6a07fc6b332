import { z } from "zod";
import { rangeSchema } from "./common.ts";
import { SCHEMA_VERSION } from "./answer.ts";

/** What was, or would be, forgotten, as `Forgotten` of the library. */
export const forgottenSchema = z.object({
  schema: z.literal(SCHEMA_VERSION),
  query: z.string(),
  matches: z.array(
    z.object({
      id: z.string(),
      text: z.string(),
      wing: z.string(),
      room: z.string(),
      scope: z.string(),
      source: z.object({ name: z.string(), path: z.string() }),
      file: z.string().nullable(),
      lines: rangeSchema.nullable(),
      goes: z.boolean(),
      why: z.string(),
    }),
  ),
  answers: z
    .array(
      z.object({
        chat: z.string(),
        message: z.string(),
        scope: z.string(),
        goes: z.boolean(),
        why: z.string(),
      }),
    )
    .describe("Answers of chats that quote what goes: what they hold of it goes too"),
  facts: z
    .array(z.object({ topic: z.string(), scope: z.string(), why: z.string() }))
    .describe("Facts that hold the words and stay, with what takes them out"),
  elsewhere: z
    .array(
      z.object({
        id: z.string(),
        scope: z.string(),
        source: z.object({ name: z.string(), path: z.string() }),
      }),
    )
    .describe("Drawers that stay and say some of the same words in their own right"),
  removed: z.array(z.string()),
  lists: z.array(z.string()).describe("Topics of lists that lost what they were told in messages that went"),
  erased: z
    .array(z.string())
    .describe("Files that went whole since it may have stood in them: damaged catalogs that a repair had kept"),
  proof: z
    .object({ clean: z.boolean(), probes: z.array(z.object({ path: z.string(), found: z.boolean() })) })
    .nullable(),
});

/** What compacting took out of the index's file. */
export const compactedSchema = z.object({
  schema: z.literal(SCHEMA_VERSION),
  removed: z.number().int().describe("Removed drawers whose texts could still stand there"),
});
