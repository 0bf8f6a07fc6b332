import type { Settings } from "../config/configuration.ts";
import type { IndexRequest } from "../ingest/index-sources.ts";
import type { Progress } from "../ingest/source-run.ts";
import type { ErrorCode } from "../model/error.ts";
import type { Job } from "../model/job.ts";

/** Which project a process works for. */
export interface ProcessSetup {
  readonly home: string;
  readonly project: string;
  readonly settings: Settings;
  readonly batch: { readonly drawers: number; readonly bytes: number };
  /** Of the environment what the embedding model in force needs, its key; its own is empty. */
  readonly environment: Readonly<Record<string, string | undefined>>;
}

/** A run as it is handed over: functions don't travel, so files that are still being written to are a list. */
export interface ProcessRequest extends Pick<IndexRequest, "kind" | "sources" | "readAll" | "remembered"> {
  readonly id: string;
  /** Whether the job's lease is held by the process that hands it over. */
  readonly leased: boolean;
  /** Source key and path of files that are to be left as they are. */
  readonly unsettled: readonly (readonly [source: string, path: string])[];
}

/** To the process that indexes. */
export type ToProcess =
  | { readonly setup: ProcessSetup }
  | { readonly run: ProcessRequest }
  | { readonly cancel: string };

/** From it, each about one run. */
export type FromProcess = { readonly id: string } & (
  | { readonly progress: Progress }
  | { readonly job: Job }
  | {
      readonly error: {
        readonly code: ErrorCode;
        readonly message: string;
        readonly hint: string;
        readonly details: Readonly<Record<string, unknown>>;
      };
    }
);
