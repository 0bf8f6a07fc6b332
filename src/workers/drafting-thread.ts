import type { Worker } from "node:worker_threads";
import type { ParseLimits } from "../parsing/parser-input.ts";
import type { DraftContext, FileDraft } from "../ingest/draft-file.ts";
import type { ScannedFile } from "../ingest/scan/scan.ts";

/** The thread's file: TypeScript in a checkout, JavaScript where this was compiled. */
const MAIN = new URL(`./drafting-main${import.meta.url.endsWith(".ts") ? ".ts" : ".js"}`, import.meta.url);

/** Starts a thread that listens for a `DraftingRequest`; it ends with `ERR_WORKER_OUT_OF_MEMORY` when it needs more memory than it may. */
export function startDrafting(setup: DraftingSetup): Worker {
  // Asked for here, so that a process which only searches doesn't load them.
  const threads = process.getBuiltinModule("node:worker_threads");
  const { getCompileCacheDir } = process.getBuiltinModule("node:module");
  const worker = new threads.Worker(MAIN, {
    workerData: getCompileCacheDir(),
    execArgv: [],
    stdout: true,
    stderr: true,
    resourceLimits: { maxOldGenerationSizeMb: setup.limits.maxHeapMegabytes },
  });
  worker.stdout.resume();
  worker.stderr.resume();
  worker.postMessage({ setup } satisfies DraftingMessage);
  return worker;
}

/** What a drafting thread is told first. */
export interface DraftingSetup {
  readonly hallKeywords: Readonly<Record<string, readonly string[]>>;
  readonly limits: ParseLimits;
}

/** What a drafting thread is sent: its setup, then requests. */
export type DraftingMessage = { readonly setup: DraftingSetup } | DraftingRequest;

/** Files to be drafted, in order; and the answer: their drafts, in order. */
export interface DraftingRequest {
  readonly context: DraftContext;
  readonly files: readonly ScannedFile[];
}
export type DraftingAnswer = readonly FileDraft[];
