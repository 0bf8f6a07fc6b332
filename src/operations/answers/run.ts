import { z } from "zod";
import { type Answer, noteSchema, SCHEMA_VERSION } from "./answer.ts";

/** One run over one or more sources, as `Job` of the library. */
const runSchema = z.object({
  id: z.string(),
  kind: z.enum(["index", "mine", "rebuild"]),
  status: z.enum(["queued", "running", "done", "failed", "cancelled"]),
  startedAt: z.string(),
  seconds: z.number(),
  bytes: z.int(),
  files: z.object({
    seen: z.int(),
    indexed: z.int(),
    unchanged: z.int(),
    skipped: z.int(),
    removed: z.int(),
    failed: z.int(),
  }),
  drawers: z.object({ added: z.int(), kept: z.int(), removed: z.int(), total: z.int() }),
  embeddings: z.object({ computed: z.int(), reused: z.int() }),
  messages: z.object({ added: z.int(), kept: z.int(), skipped: z.int() }).exactOptional(),
  skipped: z.array(z.object({ path: z.string(), reason: z.string() })),
  failed: z.array(z.object({ path: z.string(), code: z.string(), message: z.string() })),
  sources: z.array(z.string()),
  notes: z.array(noteSchema),
});

/** Runs, newest first. */
export const jobsSchema = z.object({ schema: z.literal(SCHEMA_VERSION), jobs: z.array(runSchema) });

/** The answer to a run. */
export const jobSchema = z.object({ schema: z.literal(SCHEMA_VERSION), job: runSchema });

/** Files of a source, in order of their paths. */
export const filesSchema = z.object({
  schema: z.literal(SCHEMA_VERSION),
  source: z.string().describe("Its key"),
  total: z.int(),
  files: z.array(
    z.object({
      path: z.string().describe("Inside the source; of a history, its session"),
      state: z.enum(["indexed", "skipped"]),
      reason: z.string().nullable().describe("Why it is skipped"),
      bytes: z.int(),
      contentHash: z.string().nullable().describe("SHA-256, hex; null where reading was given up"),
      modifiedAt: z.string().nullable().describe("ISO 8601; null where nothing says it"),
    }),
  ),
});
export type SourceFiles = Answer<typeof filesSchema>;
