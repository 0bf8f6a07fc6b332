import { z } from "zod";
import { MESSAGE_MARKS } from "../../../index.ts";
import { rangeSchema } from "./range.ts";

/** The chat message that a drawer holds, or a part of it. */
export const messageRefSchema = z.object({
  chat: z.string(),
  session: z.string(),
  ids: z.array(z.string()),
  role: z
    .string()
    .describe("user, assistant, tool_call, tool_result, summary, system; or as a generic transcript says"),
  marks: z.array(z.enum(MESSAGE_MARKS)).exactOptional().describe("What it is beside its role"),
  author: z.string().nullable(),
  time: z.string().nullable(),
  parent: z.string().exactOptional().describe("Id of the message that it answers"),
});

/** One found drawer, as `Hit` of the library. */
export const hitSchema = z.object({
  id: z.string(),
  compositeId: z.string(),
  text: z.string().describe("The exact characters"),
  excerpt: z.object({ start: z.int(), end: z.int(), of: z.int() }).exactOptional(),
  caption: z.string().nullable(),
  snippet: z.string(),
  matches: z.array(z.object({ start: z.int(), end: z.int() })),
  score: z.number().describe("The sum of parts"),
  title: z.string().describe("What its document is called"),
  source: z.object({ name: z.string(), path: z.string(), uri: z.string() }),
  breadcrumb: z.array(z.string()),
  heading: z.string(),
  headingLevel: z.int(),
  lines: rangeSchema.nullable(),
  pages: rangeSchema.nullable(),
  message: messageRefSchema.nullable(),
  wing: z.string(),
  hall: z.string().nullable(),
  room: z.string(),
  scope: z.string(),
  date: z.string().nullable().describe("Content date, ISO 8601"),
  documentType: z.string(),
  elementType: z.string(),
  duplicates: z.int(),
  replaced: z
    .object({ id: z.string(), date: z.string().nullable(), said: z.string(), now: z.string() })
    .exactOptional()
    .describe("What an earlier hit said in the place of what this one says"),
  further: z.array(z.string()).exactOptional().describe("Ids of further parts of the same message"),
  neighbours: z.object({ before: z.string().nullable(), after: z.string().nullable() }),
  parts: z.record(z.string(), z.number()),
  explanation: z
    .object({
      ranks: z.object({ lexical: z.int().nullable(), dense: z.int().nullable() }),
      features: z.record(z.string(), z.object({ value: z.number(), weight: z.number() })),
    })
    .exactOptional(),
});
