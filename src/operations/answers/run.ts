import type { ErrorCode } from "../../model/error.ts";

import { z } from "zod";
import { type Answer, type Noted, noteSchema, versioned } from "./answer.ts";

const counted = z.object({ added: z.int(), kept: z.int(), skipped: z.int() });

/** One run over one or more sources. */
const runSchema = z.object({
  id: z.string(),
  kind: z.enum(["index", "mine", "rebuild"]),
  /** `failed` when at least one file failed or the run was interrupted; everything else is stored all the same. */
  status: z.enum(["queued", "running", "done", "failed", "cancelled"]),
  startedAt: z.string(),
  seconds: z.number(),
  /** Of the files that were read; of a transcript that grew, only of what came. */
  bytes: z.int(),
  /** `seen` = indexed + unchanged + skipped + failed. `removed`: gone since the last run. */
  files: z.object({
    seen: z.int(),
    indexed: z.int(),
    unchanged: z.int(),
    skipped: z.int(),
    removed: z.int(),
    failed: z.int(),
  }),
  /** `total`: drawers in the project after the run. */
  drawers: z.object({ added: z.int(), kept: z.int(), removed: z.int(), total: z.int() }),
  embeddings: z.object({ computed: z.int(), reused: z.int() }),
  /** Only for chats. */
  messages: counted.exactOptional(),
  projects: z
    .array(z.object({ project: z.string(), job: z.string(), sessions: z.int(), messages: counted }))
    .exactOptional()
    .describe("Of a run over several projects: what went where; the counts above are those of all of them"),
  skipped: z.array(z.object({ path: z.string(), reason: z.string() })),
  failed: z.array(
    z.object({ path: z.string(), code: z.string() as unknown as z.ZodType<ErrorCode>, message: z.string() }),
  ),
  /** Keys of the sources, in the order of the run. */
  sources: z.array(z.string()),
  notes: z.array(noteSchema),
});

/** One run over one or more sources, as `loci index --json` gives it. */
export type Job = Noted<Answer<typeof runSchema>>;
export type JobStatus = Job["status"];
/** A file that took no part, and why. */
export type SkippedFile = Job["skipped"][number];
/** A file that should have taken part and could not. Its earlier drawers stay. */
export type FailedFile = Job["failed"][number];
/** What of mined sessions went to one project. */
export type MinedProject = NonNullable<Job["projects"]>[number];

/** Runs, newest first. */
export const jobsSchema = versioned({ jobs: z.array(runSchema) });

export const jobSchema = versioned({ job: runSchema });

export const filesSchema = versioned({
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

/** Where a run is. Given often: whoever shows it decides how often to. */
export interface Progress {
  /** `waiting`: another process works on this source. */
  readonly phase: "waiting" | "scanning" | "reading" | "embedding" | "writing" | "done";
  readonly source: string;
  /** Files dealt with of those that have to be, in this source. */
  readonly files: { readonly done: number; readonly total: number };
  /** Drawers written in this run. */
  readonly drawers: number;
}
