import { z } from "zod";

/** A folder, file or chat that is indexed, as `Source` of the library. For the owner: roots are absolute paths. */
export const sourceSchema = z.object({
  key: z.string(),
  name: z.string(),
  kind: z.enum(["folder", "file", "chat", "stdin", "hand"]),
  root: z.string(),
  options: z.object({
    scope: z.string().nullable(),
    wing: z.string().nullable(),
    room: z.string().nullable(),
    include: z.array(z.string()),
    exclude: z.array(z.string()),
    format: z.string().nullable(),
    route: z.enum(["own", "rest"]).nullable().exactOptional().describe("Which sessions of a chat source it takes"),
  }),
  addedAt: z.string(),
  lastRun: z.string().nullable(),
  lastJob: z.string().nullable(),
  status: z.enum(["new", "indexing", "ready", "incomplete"]),
  documents: z.int().nullable().exactOptional().describe("Documents after its last run"),
  drawers: z.int().exactOptional().describe("Drawers of it in the index"),
  kept: z
    .object({ sessions: z.int(), messages: z.int(), files: z.array(z.string()) })
    .exactOptional()
    .describe("Of a chat source: what is kept of its sessions, and the transcripts that they came from"),
  watch: z
    .object({
      state: z.string(),
      pending: z.int(),
      problem: z.object({ code: z.string(), message: z.string(), retryInMs: z.int() }).nullable(),
    })
    .nullable()
    .exactOptional()
    .describe("How the service keeps it current; null when it doesn't"),
});
