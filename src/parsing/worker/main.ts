import { parentPort } from "node:worker_threads";
import { LociError } from "../../model/error.ts";
import { parseFile } from "../registry.ts";
import type { WorkerAnswer, WorkerRequest, WorkerResult } from "./parser-pool.ts";

/** The thread's side of the parser pool: a file comes in, a document or the reason why not goes out. */
parentPort?.on("message", (request: WorkerRequest) => {
  void answer(request).then((result) => {
    const { heapTotal, external } = process.memoryUsage();
    parentPort?.postMessage({ ...result, memory: heapTotal + external } satisfies WorkerAnswer);
  });
});

async function answer(request: WorkerRequest): Promise<WorkerResult> {
  try {
    return { document: await parseFile(request) };
  } catch (error) {
    if (error instanceof LociError)
      return { error: { code: error.code, message: error.message, hint: error.hint, details: error.details } };
    const { name, message } = error instanceof Error ? error : { name: "Error", message: String(error) };
    return { crash: { name, message } };
  }
}
