import { type ChildProcess, fork } from "node:child_process";
import { getCompileCacheDir } from "node:module";
import { setPriority } from "node:os";
import { dirname, extname } from "node:path";
import { fileURLToPath } from "node:url";
import type { Settings } from "../config/configuration.ts";
import type { IndexOptions, IndexRequest } from "../ingest/index-sources.ts";
import { type ErrorData, LociError } from "../model/error.ts";
import type { Job, Progress } from "../operations/answers/run.ts";

/** A process of lower priority that indexes for one project, so that answers don't wait for it. */
export type JobProcess = ReturnType<typeof jobProcess>;

/** TypeScript in a checkout, JavaScript where this was compiled. */
const MAIN = fileURLToPath(new URL(`../engine/job-main${extname(import.meta.url)}`, import.meta.url));
/**
 * Its `nice` value: on a busy core an answer gets some 28 times the share of each of its two threads;
 * at 10 it was nine times, and two threads of that took a fifth.
 */
const NICE = 15;
/**
 * Megabytes of each semi-space of its young generation: V8 chooses 16, which stay filled after a batch. And the maximum number of arenas of the system's
 * allocator: each thread would keep memory of its own.
 */
const HALF_YOUNG_MEGABYTES = 4;
const ARENAS = "2";
/** How long it stays idle, keeping its memory: a restart takes some 300 ms. */
const IDLE_MS = 10_000;

interface Waiting {
  readonly resolve: (job: Job) => void;
  readonly reject: (error: LociError) => void;
  readonly onProgress: ((progress: Progress) => void) | undefined;
}

/** What a process that reads strangers' files is started with: nothing of the environment that could be a key. */
const INHERITED = "HOME USERPROFILE TZ LANG LC_ALL LC_TIME TMPDIR TEMP TMP SystemRoot NODE_OPTIONS".split(" ");

function harmlessEnvironment(): NodeJS.ProcessEnv {
  // Compiled code is kept where this process keeps its own, in a folder for each version of Node: a start then takes half the processor time.
  const compiled = getCompileCacheDir();
  const kept = compiled === undefined ? {} : { NODE_COMPILE_CACHE: dirname(compiled) };
  return { ...Object.fromEntries(INHERITED.map((name) => [name, process.env[name]])), ...kept };
}

/** Nothing is started yet. */
export function jobProcess(setup: ProcessSetup) {
  let child: ChildProcess | null = null;
  let idle: NodeJS.Timeout | null = null;
  const waiting = new Map<string, Waiting>();

  const start = (): ChildProcess => {
    const started = fork(MAIN, {
      execArgv: ["--disable-warning=ExperimentalWarning", `--max-semi-space-size=${HALF_YOUNG_MEGABYTES}`],
      env: { ...harmlessEnvironment(), MALLOC_ARENA_MAX: ARENAS },
      stdio: ["ignore", "ignore", "inherit", "ipc"],
      serialization: "advanced",
    });
    started.on("message", (message: FromProcess) => take(message));
    started.on("error", () => fail(started));
    started.on("exit", () => fail(started));
    try {
      setPriority(started.pid as number, NICE);
    } catch (thrown) {
      // If the system doesn't allow it, the process runs at normal priority.
      if (!["EACCES", "EPERM", "ESRCH"].includes((thrown as { info?: { code?: string } }).info?.code ?? ""))
        throw thrown;
    }
    send(started, { setup });
    return started;
  };

  const take = (message: FromProcess): void => {
    const one = waiting.get(message.id);
    if (one === undefined) return;
    if ("progress" in message) return one.onProgress?.(message.progress);
    waiting.delete(message.id);
    if ("job" in message) one.resolve(message.job);
    else one.reject(new LociError(message.error.code, message.error.message, message.error));
    if (waiting.size === 0) idle = setTimeout(stop, IDLE_MS).unref();
  };

  const fail = (ended: ChildProcess): void => {
    if (child !== ended) return;
    child = null;
    for (const { reject } of waiting.values())
      reject(
        new LociError("UNAVAILABLE", "the process that indexes ended before its run", {
          hint: "run it again; what it had written stays",
        }),
      );
    waiting.clear();
  };

  const stop = (): void => {
    const ended = child;
    child = null;
    if (ended?.connected === true) ended.disconnect();
  };

  return {
    /** @throws as `indexSources`, and LociError `UNAVAILABLE` when the process ended */
    run: async (request: ProcessRequest, { signal, onProgress }: IndexOptions): Promise<Job> => {
      if (idle !== null) clearTimeout(idle);
      child ??= start();
      const used = child;
      const cancel = (): void => send(used, { cancel: request.id });
      signal?.addEventListener("abort", cancel, { once: true });
      try {
        return await new Promise<Job>((resolve, reject) => {
          waiting.set(request.id, { resolve, reject, onProgress });
          send(used, { run: request });
          if (signal?.aborted === true) cancel();
        });
      } finally {
        signal?.removeEventListener("abort", cancel);
      }
    },
    /** Ends it, when its runs have ended. */
    async close(): Promise<void> {
      if (idle !== null) clearTimeout(idle);
      const ended = child;
      stop();
      if (ended !== null && ended.exitCode === null && ended.signalCode === null)
        await new Promise((resolve) => ended.once("exit", resolve));
    },
  };
}

function send(child: ChildProcess, message: ToProcess): void {
  // A process that has just ended is noticed by its exit.
  if (child.connected) child.send(message, () => {});
}

export interface ProcessSetup {
  readonly home: string;
  readonly project: string;
  readonly settings: Settings;
  readonly batch: { readonly drawers: number; readonly bytes: number };
  /** Of the environment what the embedding model in force needs, its key; its own is empty. */
  readonly environment: Readonly<Record<string, string | undefined>>;
}

/** A run as it is handed over: functions don't travel, so files that are still being written to are a list. */
export interface ProcessRequest extends Pick<
  IndexRequest,
  "kind" | "sources" | "caller" | "readAll" | "remembered" | "onlyChanges"
> {
  readonly id: string;
  /** Whether the job's lease is held by the process that hands it over. */
  readonly leased: boolean;
  /** Source key and path of files that are to be left as they are. */
  readonly unsettled: readonly (readonly [source: string, path: string])[];
}

export type ToProcess =
  | { readonly setup: ProcessSetup }
  | { readonly run: ProcessRequest }
  | { readonly cancel: string };

export type FromProcess = { readonly id: string } & (
  | { readonly progress: Progress }
  | { readonly job: Job }
  | {
      readonly error: ErrorData;
    }
);
