import { Worker } from "node:worker_threads";
import { type ErrorData, LociError } from "../../model/error.ts";
import type { ParsedDocument } from "../../model/section.ts";
import { type FileInput, parseFile } from "../registry.ts";
import { LINEAR_TYPES } from "../file-type.ts";
import { skipFile } from "../parser-input.ts";

/** The worker's file: TypeScript in a checkout, JavaScript where this was compiled. */
const MAIN = new URL(`./main${import.meta.url.endsWith(".ts") ? ".ts" : ".js"}`, import.meta.url);

interface ParserThread {
  /** False once it was ended or has died; then it takes no more files. */
  readonly usable: () => boolean;
  /** Whether it holds much memory after its last file. */
  readonly grown: () => boolean;
  /** @throws as `ParserPool.parse` */
  readonly parse: (input: FileInput, signal: AbortSignal | null) => Promise<ParsedDocument>;
  readonly end: () => Promise<void>;
}

/** Starts a thread. It keeps the process alive only while it parses. */
function startParserThread(maxHeapMegabytes: number): ParserThread {
  // Libraries print warnings; standard output belongs to the answer, so theirs goes nowhere.
  const worker = new Worker(MAIN, {
    resourceLimits: { maxOldGenerationSizeMb: maxHeapMegabytes, maxYoungGenerationSizeMb: YOUNG_MEGABYTES },
    execArgv: [],
    env: {},
    stdout: true,
    stderr: true,
  });
  worker.stdout.resume();
  worker.stderr.resume();
  worker.unref();
  let usable = true;
  let memory = 0;
  const dead = (): void => {
    usable = false;
  };
  worker.on("exit", dead).on("error", dead);
  const end = async (): Promise<void> => {
    usable = false;
    await worker.terminate();
  };
  const parse = (input: FileInput, signal: AbortSignal | null): Promise<ParsedDocument> =>
    new Promise((resolve, reject) => {
      const finish = (settle: () => void): void => {
        finished = true;
        clearTimeout(timer);
        clearInterval(watch);
        signal?.removeEventListener("abort", onAbort);
        worker.off("message", onMessage).off("error", onError).off("exit", onExit).off("messageerror", onError);
        worker.unref();
        settle();
      };
      const giveUp = (error: unknown): void => finish(() => void end().then(() => reject(error), reject));
      const onMessage = (answer: WorkerAnswer): void => {
        memory = answer.memory;
        if ("document" in answer) finish(() => resolve(answer.document));
        else {
          const { code, message, ...more } = answer.error;
          finish(() => reject(new LociError(code, message, more)));
        }
      };
      const onError = (error: unknown): void => {
        const code = (error as { code?: unknown } | null)?.code;
        giveUp(skipFile(input.path, code === "ERR_WORKER_OUT_OF_MEMORY" ? "memory" : "damaged", { cause: error }));
      };
      const onExit = (code: number): void => giveUp(skipFile(input.path, "damaged", { exit: code }));
      const onAbort = (): void => giveUp(signal?.reason);
      const { maxSeconds } = input.limits;
      const before = spentBy(worker);
      let waited = 0;
      const wait = (seconds: number): NodeJS.Timeout =>
        setTimeout(() => void look((waited += seconds)), seconds * 1000);
      // On a busy machine a file is given what it would have had on an idle one, within reason.
      const look = async (seconds: number): Promise<void> => {
        const [from, to] = [await before, await spentBy(worker)];
        if (finished) return;
        const spent = from === null || to === null ? seconds : to - from;
        if (spent < maxSeconds && seconds < MAX_TIMES * maxSeconds)
          timer = wait(Math.max(Math.min(1, maxSeconds), maxSeconds - spent));
        else giveUp(skipFile(input.path, "timeout", { seconds: maxSeconds }));
      };
      let finished = false;
      let timer = wait(maxSeconds);
      // What stands beside the heap (buffers) has no limit of its own.
      const watch = setInterval(() => {
        void memoryOf(worker).then((memoryBytes) => {
          if (memoryBytes > memoryLimit(input, maxHeapMegabytes)) giveUp(skipFile(input.path, "memory"));
        });
      }, WATCH_MS);
      worker.ref();
      worker.on("message", onMessage).on("error", onError).on("exit", onExit).on("messageerror", onError);
      signal?.addEventListener("abort", onAbort);
      worker.postMessage(input);
    });
  return { usable: () => usable, grown: () => memory > GROWN_BYTES, parse, end };
}

/** Bytes that a thread may hold while it parses a file, buffers included. */
function memoryLimit({ documentType, bytes }: FileInput, maxHeapMegabytes: number): number {
  const most = 2 * maxHeapMegabytes * 1_000_000;
  return documentType === "pdf" ? Math.min(most, PDF_BYTES + PDF_TIMES * bytes.length) : most;
}

/** Seconds of processor time that a thread has taken, none before it runs; null where it can't be asked, so that the clock counts. */
async function spentBy(worker: Worker): Promise<number | null> {
  const { cpuUsage } = worker as { readonly cpuUsage?: () => Promise<NodeJS.CpuUsage> };
  if (cpuUsage === undefined) return null;
  try {
    const { user, system } = await cpuUsage.call(worker);
    return (user + system) / 1_000_000;
  } catch {
    return 0;
  }
}

/** Bytes that a thread holds, buffers included; 0 where it can't be asked, or has ended. */
async function memoryOf(worker: Worker): Promise<number> {
  try {
    const { total_heap_size: heap, external_memory: external } = await worker.getHeapStatistics();
    return heap + external;
  } catch {
    return 0;
  }
}

export interface ParserPoolOptions {
  /** Threads at most, 1 or more; each is started when it is first needed. */
  readonly threads: number;
  /** Megabytes of heap a thread; past it the file is skipped with `memory`. */
  readonly maxHeapMegabytes: number;
  /** Text files up to this size are parsed in place: their parsers are linear, and a message costs more than they do. */
  readonly inlineBytes: number;
}

/** Parses files on other threads, so that a bad one costs its time limit and nothing else. */
export interface ParserPool {
  /**
   * Parses one file, when a thread is free; first come, first served.
   * @throws LociError `FILE_SKIPPED` with `details.reason`: what the parser says; `timeout`, `memory`; `damaged` when the thread dies
   * @throws the signal's reason when it is aborted; a file that is being parsed then is given up at once
   */
  readonly parse: (input: FileInput, signal?: AbortSignal) => Promise<ParsedDocument>;
  /** Ends all threads. What is still being parsed fails with `damaged`; nothing may be asked afterwards. */
  readonly close: () => Promise<void>;
}

/** A thread that holds more than this after a file is ended: some 50 MB are its libraries. */
const GROWN_BYTES = 150_000_000;
/** Size of a thread's young generation. Two manuals of 2,082 pages take 461 MB in all with it, 535 with V8's default, in the same time. */
const YOUNG_MEGABYTES = 12;
/** Factor by which the elapsed time of a file may exceed its limit of processor time. */
const MAX_TIMES = 5;
/** Interval between checks of a parsing thread's memory, milliseconds. */
const WATCH_MS = 150;
/**
 * What a thread may hold for a PDF, beside a multiple of its size. Pages are read one after the other, but their lines are kept until the running heads
 * are known: a manual of 2,415 pages (6.5 MB) takes 210 MB. A small file that takes several times as much was made to.
 */
const PDF_BYTES = 200_000_000;
const PDF_TIMES = 32;

/** After a file from here on its thread is ended, since it would keep hundreds of megabytes for the next one. */
const LARGE_BYTES = 8_000_000;

/** Of PDFs from here on only one is parsed at a time: two manuals of 2,415 pages took 761 MB beside each other, 526 one after the other. */
const LONE_BYTES = 4_000_000;

/**
 * Opens a pool; no thread is started yet. Idle threads don't keep the process alive.
 * @example const pool = openParserPool({ threads: 2, maxHeapMegabytes: 768, inlineBytes: 65_536 });
 * Cost: a thread takes about 40 ms to start, and a PDF's library 150 ms more, once a thread.
 */
export function openParserPool({ threads, maxHeapMegabytes, inlineBytes }: ParserPoolOptions): ParserPool {
  const idle: ParserThread[] = [];
  const waiting: (() => void)[] = [];
  const running = new Set<ParserThread>();
  let free = Math.max(1, threads);
  /** Ends with the last large PDF that was asked for. */
  let large: Promise<unknown> = Promise.resolve();
  /** Large PDFs that are parsed, or wait for it. */
  let larges = 0;

  const parse = (input: FileInput, signal?: AbortSignal): Promise<ParsedDocument> => {
    if (input.documentType !== "pdf" || input.bytes.length <= LONE_BYTES) return parseNext(input, signal);
    larges++;
    const document = large.then(() => parseNext(input, signal)).finally(() => larges--);
    large = document.catch(() => {});
    return document;
  };

  const parseNext = async (input: FileInput, signal?: AbortSignal): Promise<ParsedDocument> => {
    signal?.throwIfAborted();
    if (LINEAR_TYPES.has(input.documentType) && input.bytes.length <= inlineBytes) return parseFile(input);
    await turn(signal);
    try {
      signal?.throwIfAborted();
      return await parseOn(takeThread(), input, signal);
    } finally {
      const next = waiting.shift();
      if (next === undefined) free++;
      else next();
    }
  };

  const takeThread = (): ParserThread => {
    let thread = idle.pop();
    while (thread !== undefined && !thread.usable()) thread = idle.pop();
    return thread ?? startParserThread(maxHeapMegabytes);
  };

  const parseOn = async (
    thread: ParserThread,
    input: FileInput,
    signal: AbortSignal | undefined,
  ): Promise<ParsedDocument> => {
    running.add(thread);
    try {
      return await thread.parse(input, signal ?? null);
    } finally {
      running.delete(thread);
      // Beside a large PDF no thread stays for what may come.
      const crowded = larges > 0 && waiting.length === 0;
      if (thread.grown() || crowded || input.bytes.length > LARGE_BYTES) await thread.end();
      else if (thread.usable()) idle.push(thread);
    }
  };

  /** Waits for a free place; who gives up while waiting takes none. */
  const turn = (signal: AbortSignal | undefined): Promise<void> => {
    if (free > 0) {
      free--;
      return Promise.resolve();
    }
    return new Promise((resolve, reject) => {
      const go = (): void => {
        signal?.removeEventListener("abort", leave);
        resolve();
      };
      const leave = (): void => {
        waiting.splice(waiting.indexOf(go), 1);
        reject(signal?.reason);
      };
      waiting.push(go);
      signal?.addEventListener("abort", leave, { once: true });
    });
  };

  const close = async (): Promise<void> => {
    await Promise.all([...idle.splice(0), ...running].map((thread) => thread.end()));
  };
  return { parse, close };
}

/** What a worker makes of a file, of which it is asked one at a time: the document, or the error as data, which threads can't pass as an object. */
export type WorkerResult = { readonly document: ParsedDocument } | { readonly error: ErrorData };

export type WorkerAnswer = WorkerResult & {
  /** Bytes that the thread holds after it. */
  readonly memory: number;
};
