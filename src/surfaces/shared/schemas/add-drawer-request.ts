import { z } from "zod";
import { nameSchema } from "./name.ts";

/** Longest drawer that a surface takes, in characters; longer texts are files, to be indexed. */
const LONGEST_DRAWER = 200_000;


/** A drawer to be stored by hand, word for word: body of `POST /v1/drawers`, arguments of the MCP tool `add_drawer`. */
export const addDrawerRequestSchema = z.strictObject({
  text: z.string().min(1).max(LONGEST_DRAWER).describe("The exact words, verbatim, never summarised"),
  wing: nameSchema.describe("Person, project or subject"),
  room: nameSchema.describe("Concept, as a slug such as auth-migration"),
  hall: nameSchema.exactOptional().describe("facts, events, discoveries, preferences, advice, or a topical one; found when left out"),
  scope: nameSchema.exactOptional().describe("Who may see it: kb (everyone), admin (the owner), user:<id>; when left out, only the one who adds it"),
  force: z.boolean().exactOptional().describe("Adds it even if a near-duplicate is stored"),
});
