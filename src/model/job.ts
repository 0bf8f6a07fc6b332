import type { ErrorCode } from "./error.ts";
import type { Note } from "./hit.ts";

export type JobStatus = "queued" | "running" | "done" | "failed" | "cancelled";

/** A file that took no part, and why. */
export interface SkippedFile {
  readonly path: string;
  readonly reason: string;
}

/** A file that should have taken part and could not. Its earlier drawers stay. */
export interface FailedFile {
  readonly path: string;
  readonly code: ErrorCode;
  readonly message: string;
}

/** What of mined sessions went to one project. */
export interface MinedProject {
  readonly project: string;
  /** Id of its run, as the project's jobs know it. */
  readonly job: string;
  /** Sessions that it keeps of the paths that were named. */
  readonly sessions: number;
  readonly messages: { readonly added: number; readonly kept: number; readonly skipped: number };
}

/** One run over one or more sources, as `loci index --json` gives it. */
export interface Job {
  readonly id: string;
  readonly kind: "index" | "mine" | "rebuild";
  /** `failed` when at least one file failed or the run was interrupted; everything else is stored all the same. */
  readonly status: JobStatus;
  /** ISO 8601. */
  readonly startedAt: string;
  readonly seconds: number;
  /** Bytes of the files that were read; of a transcript that grew, only of what came. */
  readonly bytes: number;
  /** `seen` = indexed + unchanged + skipped + failed. `removed`: gone since the last run. */
  readonly files: {
    readonly seen: number;
    readonly indexed: number;
    readonly unchanged: number;
    readonly skipped: number;
    readonly removed: number;
    readonly failed: number;
  };
  /** `total`: drawers in the project after the run. */
  readonly drawers: { readonly added: number; readonly kept: number; readonly removed: number; readonly total: number };
  readonly embeddings: { readonly computed: number; readonly reused: number };
  /** Only for chats. */
  readonly messages?: { readonly added: number; readonly kept: number; readonly skipped: number };
  /** Of a run over several projects: what went where. The counts above are those of all of them. */
  readonly projects?: readonly MinedProject[];
  readonly skipped: readonly SkippedFile[];
  readonly failed: readonly FailedFile[];
  /** Keys of the sources, in the order of the run. */
  readonly sources: readonly string[];
  /** What else should be known of the run, with the next step. */
  readonly notes: readonly Note[];
}
