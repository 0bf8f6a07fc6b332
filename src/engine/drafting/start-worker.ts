import type { Worker } from "node:worker_threads";

/** The thread's file: TypeScript in a checkout, JavaScript where this was compiled. */
const MAIN = new URL(`./main${import.meta.url.endsWith(".ts") ? ".ts" : ".js"}`, import.meta.url);

/** Starts a thread that drafts what it is told to, once it is told how: see messages.ts. @param maxHeapMegabytes it ends with `ERR_WORKER_OUT_OF_MEMORY` when it needs more */
export function startWorker(maxHeapMegabytes: number): Worker {
  // Asked for here, so that a process which only searches doesn't load them.
  const threads = process.getBuiltinModule("node:worker_threads");
  const { getCompileCacheDir } = process.getBuiltinModule("node:module");
  const worker = new threads.Worker(MAIN, { workerData: getCompileCacheDir(), execArgv: [], stdout: true, stderr: true, resourceLimits: { maxOldGenerationSizeMb: maxHeapMegabytes } });
  worker.stdout.resume();
  worker.stderr.resume();
  return worker;
}
