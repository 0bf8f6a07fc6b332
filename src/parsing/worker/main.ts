import { parentPort } from "node:worker_threads";
import { LociError } from "../../model/error.ts";
import { skipFile } from "../parser-input.ts";
import { type FileInput, parseFile } from "../registry.ts";
import type { WorkerAnswer, WorkerResult } from "./parser-pool.ts";

/** The thread's side of the parser pool: a file comes in, a document or the reason why not goes out. */
parentPort?.on("message", (request: FileInput) => {
  void answer(request).then((result) => {
    const { heapTotal, external } = process.memoryUsage();
    parentPort?.postMessage({ ...result, memory: heapTotal + external } satisfies WorkerAnswer);
  });
});

async function answer(request: FileInput): Promise<WorkerResult> {
  try {
    return { document: await parseFile(request) };
  } catch (error) {
    // A library that throws over a file's content: the file's fault, not the run's.
    const fault = error instanceof LociError ? error : skipFile(request.path, "damaged", { error: String(error) });
    const { code, message, hint, details } = fault;
    return { error: { code, message, hint, details } };
  }
}
