import type { ParsedDocument } from "../../model/section.ts";
import { type FileInput, parseFile } from "../registry.ts";
import { type ParserThread, startParserThread } from "./parser-thread.ts";

/** How a pool works. */
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
   *
   * @throws LociError `FILE_SKIPPED` with `details.reason`: what the parser says; `timeout`, `memory`; `damaged` when the thread dies
   * @throws the signal's reason when it is aborted; a file that is being parsed then is given up at once
   */
  readonly parse: (input: FileInput, signal?: AbortSignal) => Promise<ParsedDocument>;
  /** Ends all threads. What is still being parsed fails with `damaged`; nothing may be asked afterwards. */
  readonly close: () => Promise<void>;
}

/** After a file from here on its thread is ended, since it would keep hundreds of megabytes for the next one. */
const LARGE_BYTES = 8_000_000;

const LINEAR: ReadonlySet<string> = new Set(["md", "txt", "code", "rst"]);

/**
 * Opens a pool; no thread is started yet. Idle threads don't keep the process alive.
 *
 * @example const pool = openParserPool({ threads: 2, maxHeapMegabytes: 768, inlineBytes: 65_536 });
 * Cost: a thread takes about 40 ms to start, and a PDF's library 150 ms more, once a thread.
 */
export function openParserPool({ threads, maxHeapMegabytes, inlineBytes }: ParserPoolOptions): ParserPool {
  const idle: ParserThread[] = [];
  const waiting: (() => void)[] = [];
  const running = new Set<ParserThread>();
  let free = Math.max(1, threads);

  const parse = async (input: FileInput, signal?: AbortSignal): Promise<ParsedDocument> => {
    signal?.throwIfAborted();
    if (LINEAR.has(input.documentType) && input.bytes.length <= inlineBytes) return parseFile(input);
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

  const parseOn = async (thread: ParserThread, input: FileInput, signal: AbortSignal | undefined): Promise<ParsedDocument> => {
    running.add(thread);
    try {
      return await thread.parse(input, signal ?? null);
    } finally {
      running.delete(thread);
      if (input.bytes.length > LARGE_BYTES) await thread.end();
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
