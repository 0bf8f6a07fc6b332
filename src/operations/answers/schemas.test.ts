import assert from "node:assert/strict";
import { test } from "node:test";
import type { z } from "zod";
import type {
  AddedDrawer,
  AskResult,
  Caller,
  Expanded,
  ExpandOptions,
  Forgotten,
  Hit,
  Job,
  SearchOptions,
  SearchResult,
  TellResult,
} from "../../index.ts";
import type { EXPAND, SEARCH, ValuesOf } from "../../model/requests/index.ts";
import type { addedDrawerSchema, expandedSchema, hitSchema, searchResultSchema } from "./hits.ts";
import type { factsAnswerSchema, factsToldSchema } from "./facts.ts";
import type { forgottenSchema } from "./forgotten.ts";
import type { runSchema } from "./run.ts";

type DeepReadonly<T> = T extends readonly (infer One)[]
  ? readonly DeepReadonly<One>[]
  : T extends object
    ? { readonly [Key in keyof T]: DeepReadonly<T[Key]> }
    : T;
type Answer<T extends z.ZodType> = DeepReadonly<z.output<T>>;

/** Compiles only while schemas and library agree: requests can be passed on, answers can be given out. */
export const agreement = {
  options: ({ query: _, ...checked }: ValuesOf<typeof SEARCH>): SearchOptions => checked,
  expand: ({ ids: _, ...options }: ValuesOf<typeof EXPAND>): ExpandOptions & { caller?: Caller } => options,
  hit: (hit: Hit): Answer<typeof hitSchema> => hit,
  hitNames: (name: keyof Hit): keyof Answer<typeof hitSchema> => name,
  result: (result: SearchResult): Omit<Answer<typeof searchResultSchema>, "schema" | "explanation"> => result,
  told: (told: TellResult): Omit<Answer<typeof factsToldSchema>, "schema"> => told,
  answered: (answered: AskResult): Omit<Answer<typeof factsAnswerSchema>, "schema"> => answered,
  added: (added: AddedDrawer): Omit<Answer<typeof addedDrawerSchema>, "schema"> => added,
  forgotten: (forgotten: Forgotten): Omit<Answer<typeof forgottenSchema>, "schema"> => forgotten,
  job: (job: Job): Answer<typeof runSchema> => job,
  expanded: (expanded: Expanded): Omit<Answer<typeof expandedSchema>, "schema"> => expanded,
};

test("requests can be passed on and answers given out: types say it", () => {
  assert.ok(Object.keys(agreement).length > 8);
});
