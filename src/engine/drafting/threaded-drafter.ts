import { Worker } from "node:worker_threads";
import type { DraftedFile, Drafter } from "../../ingest/drafter.ts";
import type { ScannedFile } from "../../ingest/scan/scan.ts";
import type { DraftingAnswer, DraftingSetup } from "./messages.ts";

/** The thread's file: TypeScript in a checkout, JavaScript where this was compiled. */
const MAIN = new URL(`./main${import.meta.url.endsWith(".ts") ? ".ts" : ".js"}`, import.meta.url);

/** Types whose parsers are linear, so that no file of them needs a time limit of its own. The others go through the parser pool. */
const LINEAR: ReadonlySet<string> = new Set(["md", "txt", "code", "rst"]);

/** A thread takes about 100 ms to start, and these are about as many: fewer are drafted sooner here. */
const WORTH_FILES = 150;
const WORTH_BYTES = 300_000;

/** Files in one message, and messages under way: enough that the thread never waits, little enough that few drafts pile up. */
const FILES_A_MESSAGE = 32;
const UNDER_WAY = 4;

/**
 * A drafter that gives large numbers of text files to a thread of their own, so that reading, parsing and cutting one file goes on
 * while the one before is embedded and written. Everything else is drafted by `here`. The thread ends with the run.
 */
export function threadedDrafter(setup: Omit<DraftingSetup, "context">, here: Drafter): Drafter {
  return async function* (context, files, signal) {
    const linear = files.filter(({ documentType }) => LINEAR.has(documentType));
    const bytes = linear.reduce((sum, file) => sum + file.bytes, 0);
    if (linear.length < WORTH_FILES && bytes < WORTH_BYTES) {
      yield* here(context, files, signal);
      return;
    }
    const worker = new Worker(MAIN, { workerData: { ...setup, context } satisfies DraftingSetup, execArgv: [], stdout: true, stderr: true });
    worker.stdout.resume();
    worker.stderr.resume();
    try {
      yield* draftsOf(worker, linear, signal);
    } finally {
      await worker.terminate();
    }
    yield* here(context, files.filter(({ documentType }) => !LINEAR.has(documentType)), signal);
  };
}

async function* draftsOf(worker: Worker, files: readonly ScannedFile[], signal: AbortSignal | undefined): AsyncIterable<DraftedFile> {
  const answers: DraftingAnswer[] = [];
  let wake = (): void => {};
  let broken: Error | null = null;
  worker.on("message", (answer: DraftingAnswer) => {
    answers.push(answer);
    wake();
  });
  worker.on("error", (error: Error) => {
    broken = error;
    wake();
  });
  signal?.addEventListener("abort", () => wake(), { once: true });
  let sent = 0;
  let received = 0;
  while (received < files.length) {
    while (sent < files.length && sent - received < FILES_A_MESSAGE * UNDER_WAY) {
      worker.postMessage(files.slice(sent, sent + FILES_A_MESSAGE));
      sent += FILES_A_MESSAGE;
    }
    while (answers.length === 0) {
      signal?.throwIfAborted();
      if (broken !== null) throw broken;
      await new Promise<void>((resolve) => (wake = resolve));
    }
    const answer = answers.shift() as DraftingAnswer;
    for (const result of answer) yield { file: files[received++] as ScannedFile, result };
  }
}
