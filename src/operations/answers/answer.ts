import type { z } from "zod";

/** Version of the JSON answers, at the top of each of them. Fields may be added without a new one, never renamed. */
export const SCHEMA_VERSION = 1;

type Frozen<T> = T extends readonly (infer One)[]
  ? readonly Frozen<One>[]
  : T extends object
    ? { readonly [Name in keyof T]: Frozen<T[Name]> }
    : T;

/** What the library answers with: what a schema says, read-only, without the version that only JSON needs. */
export type Answer<S extends z.ZodType> = Omit<Frozen<z.output<S>>, "schema">;
