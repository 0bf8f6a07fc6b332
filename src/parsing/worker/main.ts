import { parentPort } from "node:worker_threads";
import { LociError } from "../../model/error.ts";
import { parseFile } from "../registry.ts";
import type { WorkerAnswer, WorkerRequest } from "./messages.ts";

/** The thread's side of the parser pool: a file comes in, a document or the reason why not goes out. */
parentPort?.on("message", (request: WorkerRequest) => {
  void answer(request).then((message) => parentPort?.postMessage(message));
});

async function answer(request: WorkerRequest): Promise<WorkerAnswer> {
  try {
    return { document: await parseFile(request) };
  } catch (error) {
    if (error instanceof LociError) return { error: { code: error.code, message: error.message, hint: error.hint, details: error.details } };
    const { name, message } = error instanceof Error ? error : { name: "Error", message: String(error) };
    return { crash: { name, message } };
  }
}
