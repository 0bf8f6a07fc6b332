import { z } from "zod";
import { nameSchema } from "./name.ts";

/** Longest drawer that a surface takes, in characters; longer texts are files, to be indexed. */
const LONGEST_DRAWER = 200_000;

/** A drawer to be stored by hand, word for word: body of `POST /v1/drawers`, arguments of the MCP tool `add_drawer`. */
export const addDrawerRequestSchema = z.strictObject({
  text: z.string().min(1).max(LONGEST_DRAWER).describe("The exact words"),
  wing: nameSchema.describe("Person, project or subject"),
  room: nameSchema.describe("Concept, as a slug such as auth-migration"),
  hall: nameSchema.exactOptional().describe("Found when left out"),
  scope: nameSchema.exactOptional().describe("kb, admin, user:<id>; when left out, only who adds it"),
  date: z.string().max(100).exactOptional(),
  supersedes: z.array(z.string().max(64)).max(100).exactOptional().describe("Ids that it replaces"),
  force: z.boolean().exactOptional().describe("Even if a near-duplicate is stored"),
});
