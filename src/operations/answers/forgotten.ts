import { z } from "zod";
import { messageRefSchema } from "./hits.ts";
import { type Answer, rangeSchema, versioned, type Stepped } from "./answer.ts";

export const forgottenSchema = versioned({
  query: z.string(),
  matches: z.array(
    z.object({
      id: z.string(),
      text: z.string(),
      wing: z.string(),
      room: z.string(),
      scope: z.string(),
      source: z.object({ name: z.string(), path: z.string() }),
      title: z.string().describe("What its document is called"),
      message: messageRefSchema.nullable(),
      file: z.string().nullable().describe("Absolute; null for anybody but the owner"),
      lines: rangeSchema.nullable(),
      goes: z.boolean().describe("Whether it goes with `yes`"),
      sure: z.boolean().describe("Whether it holds the words in a row, or has the id; else it stays"),
      why: z.string().describe("Why it stays, and what to do; where it goes, what goes with it, or nothing"),
    }),
  ),
  answers: z
    .array(
      z.object({
        chat: z.string(),
        message: z.string().describe("Its id"),
        scope: z.string(),
        goes: z.boolean().describe("`[redacted:forgotten]` stands there then"),
        why: z.string().describe("Why it stays; empty where it goes"),
      }),
    )
    .describe("Answers of chats that quote what goes: what they hold of it goes too"),
  facts: z
    .array(z.object({ topic: z.string(), scope: z.string(), why: z.string() }))
    .describe("Facts that hold the words: they go, too, whole or in what `why` names"),
  notes: z
    .array(
      z.object({
        file: z.string().describe("In the folder of chats, or `questions.md`"),
        scope: z.string(),
        text: z.string(),
      }),
    )
    .describe("Lines of `memory.md`, and of the owner's questions, that hold the words: they go, too"),
  elsewhere: z
    .array(z.object({ id: z.string(), scope: z.string(), source: z.object({ name: z.string(), path: z.string() }) }))
    .describe("Passages that stay and say some of the same words in their own right"),
  copies: z
    .array(z.object({ project: z.string().nullable(), backup: z.string().nullable(), files: z.number().int() }))
    .describe(
      "Other projects and backups with files that hold some of it: they stay; 0 files of a backup that is not there now. Of the owner alone",
    ),
  removed: z.array(z.string()).describe("Ids that went; empty without `yes`"),
  lists: z.array(z.string()).describe("Topics of lists that lost what they were told in messages that went"),
  erased: z
    .array(z.string())
    .describe("Files that went whole since it may have stood in them: damaged catalogs that a repair had kept"),
  proof: z
    .object({ clean: z.boolean(), probes: z.array(z.object({ path: z.string(), found: z.boolean() })) })
    .nullable()
    .describe("With `yes`: that no way of reading finds what went; null when nothing was removed"),
});
type ForgottenAnswer = Answer<typeof forgottenSchema>;
export type ForgetMatch = Stepped<ForgottenAnswer["matches"][number]>;
/** A list or an exact fact that goes. */
export type MatchingFact = ForgottenAnswer["facts"][number];
export type Forgotten = Omit<ForgottenAnswer, "matches"> & { readonly matches: readonly ForgetMatch[] };
export type QuotingAnswer = ForgottenAnswer["answers"][number];
/** One way of reading that was tried; `found`: it still found something that should be gone. */
export type Probe = NonNullable<ForgottenAnswer["proof"]>["probes"][number];

/** What compacting took out of the index's file. */
export const compactedSchema = versioned({
  removed: z.number().int().describe("Removed passages whose texts could still stand there"),
});
