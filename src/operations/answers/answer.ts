import { z } from "zod";
import type { Note } from "../../model/note.ts";
import type { NextStep } from "../../model/next-step.ts";

/** Version of the JSON answers, at the top of each of them. Fields may be added without a new one, never renamed. */
export const SCHEMA_VERSION = 1;

export const versioned = <const Fields extends z.ZodRawShape>(fields: Fields) =>
  z.object({ schema: z.literal(SCHEMA_VERSION), ...fields });

type Frozen<T> = T extends readonly (infer One)[]
  ? readonly Frozen<One>[]
  : T extends object
    ? { readonly [Name in keyof T]: Frozen<T[Name]> }
    : T;

/** What the library answers with: what a schema says, read-only, without the version that only JSON needs. */
export type Answer<S extends z.ZodType> = Omit<Frozen<z.output<S>>, "schema">;

/** The same with its notes as the library has them: codes of a closed set, and the next step as data beside the words. */
export type Noted<T> = Omit<T, "notes"> & { readonly notes: readonly Note[] };

/** The same with its next step as data beside the words, where that names an operation or an option. */
export type Stepped<T> = T & { readonly step?: NextStep };

/** An inclusive, 1-based range of lines or pages. */
export const rangeSchema = z.object({ start: z.int(), end: z.int() });

/** Something that the caller should know about an answer, with the next step. */
export const noteSchema = z.object({ code: z.string(), message: z.string(), hint: z.string() });

/** An error as every surface gives it. */
export const errorAnswerSchema = versioned({
  error: z.object({
    code: z.string().describe("From the closed set in docs/errors.md; never changes its meaning"),
    message: z.string(),
    hint: z.string().describe("What to do next"),
    details: z.record(z.string(), z.unknown()),
  }),
});
