import assert from "node:assert/strict";
import { test } from "node:test";
import type { z } from "zod";
import type {
  AddedDrawer,
  AskResult,
  Caller,
  Closets,
  DuplicateCheck,
  Expanded,
  ExpandOptions,
  Forgotten,
  Hit,
  Job,
  NewDrawer,
  PalaceMethods,
  RoomSummary,
  SearchOptions,
  SearchResult,
  Taxonomy,
  TellResult,
  Tunnels,
  WakeUp,
  WingSummary,
} from "../../../index.ts";
import type { ADD_DRAWER, EXPAND, SEARCH, ValuesOf } from "../../../model/requests/index.ts";
import type { addedDrawerSchema, duplicateCheckSchema, expandedSchema, hitSchema, searchResultSchema } from "./hits.ts";
import type {
  closetsSchema,
  graphSchema,
  roomsSchema,
  taxonomySchema,
  traversedSchema,
  tunnelsSchema,
  wingsSchema,
  wakeUpSchema,
} from "./palace.ts";
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
  newDrawer: (checked: ValuesOf<typeof ADD_DRAWER>): NewDrawer => checked,
  added: (added: AddedDrawer): Omit<Answer<typeof addedDrawerSchema>, "schema"> => added,
  wings: (wings: readonly WingSummary[]): Answer<typeof wingsSchema>["wings"] => wings,
  rooms: (rooms: readonly RoomSummary[]): Answer<typeof roomsSchema>["rooms"] => rooms,
  taxonomy: (taxonomy: Taxonomy): Omit<Answer<typeof taxonomySchema>, "schema"> => taxonomy,
  tunnels: (tunnels: Tunnels): Omit<Answer<typeof tunnelsSchema>, "schema"> => tunnels,
  traversed: (
    reached: Awaited<ReturnType<PalaceMethods["traverse"]>>,
  ): Omit<Answer<typeof traversedSchema>, "schema"> => reached,
  graph: (graph: Awaited<ReturnType<PalaceMethods["graph"]>>): Omit<Answer<typeof graphSchema>, "schema"> => graph,
  closets: (closets: Closets): Omit<Answer<typeof closetsSchema>, "schema"> => closets,
  duplicate: (check: DuplicateCheck): Omit<Answer<typeof duplicateCheckSchema>, "schema"> => check,
  forgotten: (forgotten: Forgotten): Omit<Answer<typeof forgottenSchema>, "schema"> => forgotten,
  wakeUp: (brief: WakeUp): Omit<Answer<typeof wakeUpSchema>, "schema"> => brief,
  job: (job: Job): Answer<typeof runSchema> => job,
  expanded: (expanded: Expanded): Omit<Answer<typeof expandedSchema>, "schema"> => expanded,
};

test("requests can be passed on and answers given out: types say it", () => {
  assert.ok(Object.keys(agreement).length > 20);
});
