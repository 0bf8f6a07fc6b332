import type { Job } from "../../model/job.ts";

/** What was run, when, and how it ended. */
export interface JobStore {
  /** Adds a job, or replaces the one with its id, whole. The newest 1,000 are kept. */
  put(job: Job): Promise<void>;
  get(id: string): Promise<Job | null>;
  /** Newest first: the reverse of the order in which their ids were first put. @param limit at most so many */
  list(limit: number): Promise<readonly Job[]>;
  /** Those `queued` or `running`, oldest first. */
  unfinished(): Promise<readonly Job[]>;
}

/** Jobs that a store keeps. */
export const MAX_JOBS = 1_000;
