import { z } from "zod";
import { messageRefSchema } from "./message-ref.ts";
import { rangeSchema } from "./range.ts";

/** One found drawer, as `Hit` of the library. */
export const hitSchema = z.object({
  id: z.string(),
  compositeId: z.string(),
  text: z.string().describe("The exact characters"),
  caption: z.string().nullable(),
  snippet: z.string(),
  matches: z.array(z.object({ start: z.int(), end: z.int() })),
  score: z.number().describe("The sum of parts"),
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
  neighbours: z.object({ before: z.string().nullable(), after: z.string().nullable() }),
  parts: z.record(z.string(), z.number()),
  explanation: z
    .object({
      ranks: z.object({ lexical: z.int().nullable(), dense: z.int().nullable() }),
      features: z.record(z.string(), z.object({ value: z.number(), weight: z.number() })),
    })
    .exactOptional(),
});
