import type { DatabaseSync } from "node:sqlite";
import type { Worker } from "node:worker_threads";
import { type ErrorData, LociError } from "../../model/error.ts";
import type { CodingOptions } from "./segment/write-segment.ts";
import type { LongWait, Waiting } from "../ports/catalog.ts";
import type { IndexFinding } from "../ports/search-index.ts";
import type { MergePolicy, MergeThread, MergeWork } from "./merge/merger.ts";
import { inodeOf } from "../../files/open-databases.ts";

export interface ThreadSetup extends CodingOptions {
  readonly path: string;
  readonly busyMilliseconds: number;
  readonly merge?: MergePolicy;
  /** Folder of compiled code, where Node keeps some. */
  readonly compileCache: string | undefined;
}

type ThreadOptions = Omit<ThreadSetup, "path" | "compileCache"> & {
  readonly mergeThreadFrom?: number;
  readonly waiting?: Waiting | undefined;
};

/** A check of the index; see `SearchIndex.check`. */
export interface CheckWork {
  readonly kind: "check";
  readonly deep: boolean;
  readonly current: ReadonlySet<string> | undefined;
}

/** What it is told: work, one at a time, or that it is to wait for nothing more. */
export type ThreadRequest = MergeWork | CheckWork | "cancel" | "end";

/** What it answers to work: what a check found, nothing of a merge, or what went wrong. */
export type ThreadAnswer = readonly IndexFinding[] | ErrorData;

/** What it says before: a wait that has become long. */
export type ThreadRemark = { readonly waits: LongWait };

/** The thread's file: TypeScript in a checkout, JavaScript where this was compiled. */
const MAIN = new URL(`./index-thread-main${import.meta.url.endsWith(".ts") ? ".ts" : ".js"}`, import.meta.url);
/** Drawers from which on a merge runs on the thread: it takes some 20 ms of processor time, as long as a long answer. */
const THREAD_FROM = 2048;
/** Idle time after which the thread ends: starting it takes some 60 ms of processor time, keeping it some 10 MB. */
const IDLE_MS = 5_000;

/**
 * A thread that merges the segments of an open file, or checks them, over a connection of its own, while this one answers. It is started by the first
 * work, and ends when there is none for a while.
 * @returns null for an index in memory, which no other connection sees
 */
export function indexThread(
  database: DatabaseSync,
  { mergeThreadFrom: from = THREAD_FROM, waiting, ...setup }: ThreadOptions,
): (MergeThread & { check(work: CheckWork): Promise<readonly IndexFinding[] | null>; close(): Promise<void> }) | null {
  const path = database.location();
  if (path === null) return null;
  const file = inodeOf(path);
  let worker: Worker | null = null;
  let idle: NodeJS.Timeout | null = null;
  let ending: Promise<unknown> = Promise.resolve();

  const start = (): Worker => {
    // Asked for here, so that a process which only searches doesn't load them.
    const threads = process.getBuiltinModule("node:worker_threads");
    const { getCompileCacheDir } = process.getBuiltinModule("node:module");
    const started = new threads.Worker(MAIN, {
      workerData: { ...setup, path, compileCache: getCompileCacheDir() } satisfies ThreadSetup,
      execArgv: ["--disable-warning=ExperimentalWarning"],
    });
    started.once("exit", () => {
      if (worker === started) worker = null;
    });
    return started;
  };
  const close = async (): Promise<void> => {
    if (idle !== null) clearTimeout(idle);
    const ended = worker;
    worker = null;
    if (ended !== null) {
      ending = new Promise((resolve) => ended.once("exit", resolve));
      ended.ref();
      ended.postMessage("end" satisfies ThreadRequest);
    }
    await ending;
  };

  /** Null where it can't. */
  const ask = async (work: MergeWork | CheckWork): Promise<readonly IndexFinding[] | null> => {
    // A file that took this one's place is another index.
    if (inodeOf(path) !== file) return null;
    if (idle !== null) clearTimeout(idle);
    const used = (worker ??= start());
    used.ref();
    const listening = new AbortController();
    const cancel = (): void => used.postMessage("cancel" satisfies ThreadRequest);
    const answer = await new Promise<ThreadAnswer | null>((resolve) => {
      const ended = (): void => resolve(null);
      used.once("exit", ended).once("error", ended);
      used.on("message", function hear(message: ThreadAnswer | ThreadRemark) {
        if ("waits" in message) return waiting?.onLongWait?.(message.waits);
        used.off("exit", ended).off("error", ended).off("message", hear);
        resolve(message);
      });
      used.postMessage(work satisfies ThreadRequest);
      waiting?.ending?.addEventListener("abort", cancel, { signal: listening.signal });
      if (waiting?.ending?.aborted === true) cancel();
    });
    listening.abort();
    if (answer === null) {
      worker = null;
      return null;
    }
    used.unref();
    idle = setTimeout(() => void close(), IDLE_MS).unref();
    if ("code" in answer) throw new LociError(answer.code, answer.message, answer);
    return answer;
  };

  return { from, merge: async (work) => (await ask(work)) !== null, check: ask, close };
}
