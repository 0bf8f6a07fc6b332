import type { z } from "zod";
import type { Note } from "../../model/hit.ts";
import type { NextStep } from "../../model/next-step.ts";

/** Version of the JSON answers, at the top of each of them. Fields may be added without a new one, never renamed. */
export const SCHEMA_VERSION = 1;

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
