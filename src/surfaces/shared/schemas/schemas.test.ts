import assert from "node:assert/strict";
import { test } from "node:test";
import type { z } from "zod";
import type { AskResult, Caller, Expanded, ExpandOptions, Hit, Job, SearchOptions, SearchResult, TellResult } from "../../../index.ts";
import type { expandedSchema } from "./expanded.ts";
import type { expandRequestSchema } from "./expand-request.ts";
import type { factsAnswerSchema } from "./facts-answer.ts";
import type { factsToldSchema } from "./facts-told.ts";
import type { hitSchema } from "./hit.ts";
import type { runSchema } from "./run.ts";
import { searchOptionsSchema } from "./search-options.ts";
import type { searchResultSchema } from "./search-result.ts";

type DeepReadonly<T> = T extends readonly (infer One)[] ? readonly DeepReadonly<One>[] : T extends object ? { readonly [Key in keyof T]: DeepReadonly<T[Key]> } : T;
type Answer<T extends z.ZodType> = DeepReadonly<z.output<T>>;

/** Compiles only while schemas and library agree: requests can be passed on, answers can be given out. */
export const agreement = {
  options: (checked: z.output<typeof searchOptionsSchema>): SearchOptions => checked,
  /** Every option but those that come from the connection has a field, and no field is left over. */
  names: (name: Exclude<keyof SearchOptions, "caller" | "signal">): keyof z.output<typeof searchOptionsSchema> => name,
  namesBack: (name: keyof z.output<typeof searchOptionsSchema>): Exclude<keyof SearchOptions, "caller" | "signal"> => name,
  expand: ({ ids: _, ...options }: z.output<typeof expandRequestSchema>): ExpandOptions & { caller?: Caller } => options,
  hit: (hit: Hit): Answer<typeof hitSchema> => hit,
  hitNames: (name: keyof Hit): keyof Answer<typeof hitSchema> => name,
  result: (result: SearchResult): Omit<Answer<typeof searchResultSchema>, "schema" | "explanation"> => result,
  told: (told: TellResult): Omit<Answer<typeof factsToldSchema>, "schema"> => told,
  answered: (answered: AskResult): Omit<Answer<typeof factsAnswerSchema>, "schema"> => answered,
  job: (job: Job): Answer<typeof runSchema> => job,
  expanded: (expanded: Expanded): Omit<Answer<typeof expandedSchema>, "schema"> => expanded,
};

test("an option that is left out stays left out, and zero stays zero", () => {
  assert.deepEqual(searchOptionsSchema.parse({ minScore: 0, wing: [] }), { minScore: 0, wing: [] });
});
