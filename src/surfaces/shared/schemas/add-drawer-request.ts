import { z } from "zod";

/** Longest drawer that a surface takes, in characters; longer texts are files, to be indexed. */
export const LONGEST_DRAWER = 200_000;

const name = z.string().min(1).max(200);

/** A drawer to be stored by hand, word for word: body of `POST /v1/drawers`, arguments of the MCP tool `add_drawer`. */
export const addDrawerRequestSchema = z.strictObject({
  text: z.string().min(1).max(LONGEST_DRAWER).describe("The exact words, verbatim, never summarised"),
  wing: name.describe("Person, project or subject"),
  room: name.describe("Concept, as a slug such as auth-migration"),
  hall: name.exactOptional().describe("facts, events, discoveries, preferences, advice, or a topical one; found when left out"),
  scope: name.exactOptional().describe("Who may see it: kb (everyone), admin (the owner), user:<id>; when left out, only the one who adds it"),
  force: z.boolean().exactOptional().describe("Adds it even if a near-duplicate is stored"),
});
