import { Worker } from "node:worker_threads";
import { LociError } from "../../model/error.ts";
import type { ParsedDocument } from "../../model/section.ts";
import type { FileInput } from "../registry.ts";
import { skipFile } from "../skip-file.ts";
import type { WorkerAnswer } from "./messages.ts";

/** The worker's file: TypeScript in a checkout, JavaScript where this was compiled. */
const MAIN = new URL(`./main${import.meta.url.endsWith(".ts") ? ".ts" : ".js"}`, import.meta.url);

/** One thread that parses one file at a time. */
export interface ParserThread {
  /** False once it was ended or has died; then it takes no more files. */
  readonly usable: () => boolean;
  /** @throws as `ParserPool.parse` */
  readonly parse: (input: FileInput, signal: AbortSignal | null) => Promise<ParsedDocument>;
  readonly end: () => Promise<void>;
}

/** Starts a thread. It keeps the process alive only while it parses. */
export function startParserThread(maxHeapMegabytes: number): ParserThread {
  // Libraries print warnings; standard output belongs to the answer, so theirs goes nowhere.
  const worker = new Worker(MAIN, { resourceLimits: { maxOldGenerationSizeMb: maxHeapMegabytes }, execArgv: [], env: {}, stdout: true, stderr: true });
  worker.stdout.resume();
  worker.stderr.resume();
  worker.unref();
  let usable = true;
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
        clearTimeout(timer);
        signal?.removeEventListener("abort", onAbort);
        worker.off("message", onMessage).off("error", onError).off("exit", onExit).off("messageerror", onError);
        worker.unref();
        settle();
      };
      const giveUp = (error: unknown): void => finish(() => void end().then(() => reject(error), reject));
      const onMessage = (answer: WorkerAnswer): void => {
        if ("document" in answer) finish(() => resolve(answer.document));
        else finish(() => reject(errorOf(answer, input.path)));
      };
      const onError = (error: unknown): void => {
        const code = (error as { code?: unknown } | null)?.code;
        giveUp(skipFile(input.path, code === "ERR_WORKER_OUT_OF_MEMORY" ? "memory" : "damaged", {}, error));
      };
      const onExit = (code: number): void => giveUp(skipFile(input.path, "damaged", { exit: code }));
      const onAbort = (): void => giveUp(signal?.reason);
      const timer = setTimeout(() => giveUp(skipFile(input.path, "timeout", { seconds: input.limits.maxSeconds })), input.limits.maxSeconds * 1000);
      worker.ref();
      worker.on("message", onMessage).on("error", onError).on("exit", onExit).on("messageerror", onError);
      signal?.addEventListener("abort", onAbort);
      worker.postMessage(input);
    });
  return { usable: () => usable, parse, end };
}

function errorOf(answer: Exclude<WorkerAnswer, { document: ParsedDocument }>, path: string): LociError {
  if ("error" in answer) return new LociError(answer.error.code, answer.error.message, { hint: answer.error.hint, details: answer.error.details });
  // A library that throws over a file's content: the file's fault, not the run's.
  return skipFile(path, "damaged", { error: answer.crash.name }, new Error(answer.crash.message));
}
