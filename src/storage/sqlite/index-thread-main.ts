import { enableCompileCache } from "node:module";
import { parentPort, workerData } from "node:worker_threads";
import type { SqliteSearchIndex } from "./open-search-index.ts";
import type { Waiting } from "../ports/catalog.ts";
import type { CheckWork, ThreadAnswer, ThreadRemark, ThreadRequest, ThreadSetup } from "./index-thread.ts";
import type { MergeWork } from "./merge/merger.ts";

// The thread's side of merging and checking: work comes in, an answer goes out when it is done or has failed.

const { path, compileCache, ...options } = workerData as ThreadSetup;
// A thread has to ask for it itself, and before it loads anything.
if (compileCache !== undefined) enableCompileCache(compileCache);
const [{ asLociError }, { openSqliteSearchIndex }] = await Promise.all([
  import("../../model/error.ts"),
  import("./open-house.ts"),
]);
let opened: Promise<SqliteSearchIndex> | null = null;

const ending = new AbortController();
const waiting: Waiting = {
  ending: ending.signal,
  onLongWait: (waits) => parentPort?.postMessage({ waits } satisfies ThreadRemark),
};

parentPort?.on("message", (request: ThreadRequest) => {
  if (request === "cancel") ending.abort();
  else void (request === "end" ? end() : take(request));
});

async function take(work: MergeWork | CheckWork): Promise<void> {
  parentPort?.postMessage(await answer(work));
}

async function answer(work: MergeWork | CheckWork): Promise<ThreadAnswer> {
  try {
    opened ??= openSqliteSearchIndex(path, { ...options, waiting, mergeThreadFrom: Number.POSITIVE_INFINITY });
    const index = await opened;
    if (work.kind === "check") return await index.check(work.deep, work.current);
    await index.merge(work);
    return [];
  } catch (thrown) {
    const { code, message, hint, details } = asLociError(thrown);
    return { code, message, hint, details };
  }
}

async function end(): Promise<void> {
  await opened?.then((index) => index.close()).catch(() => undefined);
  parentPort?.close();
}
