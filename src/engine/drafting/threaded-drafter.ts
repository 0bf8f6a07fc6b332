import { Worker } from "node:worker_threads";
import type { DraftContext } from "../../ingest/draft-file.ts";
import type { DraftedFile, Drafter } from "../../ingest/drafter.ts";
import type { ScannedFile } from "../../ingest/scan/scan.ts";
import type { SkipReason } from "../../parsing/skip-file.ts";
import type { DraftingAnswer, DraftingSetup } from "./messages.ts";

/** The thread's file: TypeScript in a checkout, JavaScript where this was compiled. */
const MAIN = new URL(`./main${import.meta.url.endsWith(".ts") ? ".ts" : ".js"}`, import.meta.url);

/** Types whose parsers are linear, so that no file of them needs a time limit of its own. The others go through the parser pool. */
const LINEAR: ReadonlySet<string> = new Set(["md", "txt", "code", "rst"]);

/** A thread takes about 100 ms to start; from here on it takes more off this one. */
const WORTH_FILES = 150;
const WORTH_BYTES = 300_000;

/**
 * From here on this thread drafts too when it has nothing to embed or write. With less it waits instead: code that is new to a thread is
 * compiled for that thread, which for 2 MB of notes takes longer than the drafting that it saves.
 */
const WORTH_BOTH_BYTES = 8_000_000;

/** What one message holds at most: a few milliseconds of work, so that at the end neither thread waits long for the other. */
const MESSAGE_FILES = 16;
const MESSAGE_BYTES = 40_000;
/** Files under way, in bytes: what the thread has to do while this one writes a batch, a quarter of a second. One message is always under way. */
const AHEAD_BYTES = 400_000;

/**
 * A drafter that gives large numbers of text files to a thread of its own, so that embedding and writing go on beside it. Of very many,
 * that thread takes from the front and this one from the back whenever it has nothing else to do. Other types are drafted by `here`.
 * The thread ends with the run.
 */
export function threadedDrafter(setup: Omit<DraftingSetup, "context">, here: Drafter): Drafter {
  return async function* (context, files, signal) {
    const linear = files.filter(({ documentType }) => LINEAR.has(documentType));
    const bytes = bytesOf(linear);
    if (linear.length < WORTH_FILES && bytes < WORTH_BYTES) {
      yield* here(context, files, signal);
      return;
    }
    const start = (): Worker => {
      const worker = new Worker(MAIN, { workerData: { ...setup, context } satisfies DraftingSetup, execArgv: [], stdout: true, stderr: true, resourceLimits: { maxOldGenerationSizeMb: setup.limits.maxHeapMegabytes } });
      worker.stdout.resume();
      worker.stderr.resume();
      return worker;
    };
    yield* shared(start, context, linear, bytes < WORTH_BOTH_BYTES ? null : here, signal);
    yield* here(context, files.filter(({ documentType }) => !LINEAR.has(documentType)), signal);
  };
}

/** @param here what this thread helps with; null: it doesn't */
async function* shared(start: () => Worker, context: DraftContext, files: readonly ScannedFile[], here: Drafter | null, signal: AbortSignal | undefined): AsyncIterable<DraftedFile> {
  const answers: DraftingAnswer[] = [];
  const sent: (readonly ScannedFile[])[] = [];
  let wake = (): void => {};
  let broken: Error | null = null;
  const listening = (): Worker =>
    start()
      .on("message", (answer: DraftingAnswer) => {
        answers.push(answer);
        wake();
      })
      .on("error", (error: Error) => {
        broken = error;
        wake();
      });
  let worker = listening();
  signal?.addEventListener("abort", () => wake(), { once: true });

  let front = 0;
  let back = files.length;
  /** Bytes of the files in `sent`. */
  let ahead = 0;
  try {
    for (;;) {
      while (front < back && (sent.length === 0 || ahead < AHEAD_BYTES)) {
        const message = firstOf(files, front, back);
        front += message.length;
        ahead += bytesOf(message);
        sent.push(message);
        worker.postMessage(message);
      }
      const answer = answers.shift();
      if (answer !== undefined) {
        const asked = sent.shift() as readonly ScannedFile[];
        ahead -= bytesOf(asked);
        // The thread's memory is needed for writing when it has nothing more to do.
        if (front >= back && sent.length === 0) await worker.terminate();
        for (const [i, file] of asked.entries()) yield { file, result: answer[i] as DraftingAnswer[number] };
      } else if (broken !== null) {
        if ((broken as NodeJS.ErrnoException).code !== "ERR_WORKER_OUT_OF_MEMORY") throw broken;
        broken = null;
        // A file that is large enough for that is alone in its message; the others are begun anew.
        const guilty = sent.shift() ?? [];
        ahead -= bytesOf(guilty);
        worker = listening();
        for (const message of sent) worker.postMessage(message);
        for (const file of guilty) yield { file, result: { kind: "skipped", reason: "memory" satisfies SkipReason, contentHash: null, bytes: file.bytes } };
      } else if (front < back && here !== null) {
        back--;
        yield* here(context, files.slice(back, back + 1), signal);
      } else if (sent.length > 0) {
        signal?.throwIfAborted();
        await new Promise<void>((resolve) => (wake = resolve));
      } else {
        return;
      }
    }
  } finally {
    await worker.terminate();
  }
}

function firstOf(files: readonly ScannedFile[], from: number, to: number): readonly ScannedFile[] {
  let bytes = 0;
  let end = from;
  while (end < to && end - from < MESSAGE_FILES && (end === from || bytes + (files[end] as ScannedFile).bytes <= MESSAGE_BYTES)) bytes += (files[end++] as ScannedFile).bytes;
  return files.slice(from, end);
}

function bytesOf(files: readonly ScannedFile[]): number {
  return files.reduce((sum, file) => sum + file.bytes, 0);
}
