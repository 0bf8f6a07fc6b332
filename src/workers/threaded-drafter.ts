import type { Worker } from "node:worker_threads";
import type { DraftContext, DraftedFile, Drafter, FileDraft } from "../ingest/draft-file.ts";
import type { ScannedFile } from "../ingest/scan/scan.ts";
import { LINEAR_TYPES } from "../parsing/file-type.ts";
import type { ParseLimits, SkipReason } from "../parsing/parser-input.ts";

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
export function threadedDrafter(setup: DraftingSetup, here: Drafter): Drafter {
  return async function* (context, files, signal) {
    const linear = files.filter(({ documentType }) => LINEAR_TYPES.has(documentType));
    const bytes = bytesOf(linear);
    if (!worthAThread(linear.length, bytes)) {
      yield* here(context, files, signal);
      return;
    }
    yield* shared(
      () => startDrafting(setup),
      { context, files: linear },
      { here: bytes < WORTH_BOTH_BYTES ? null : here, signal },
    );
    yield* here(
      context,
      files.filter(({ documentType }) => !LINEAR_TYPES.has(documentType)),
      signal,
    );
  };
}

/** @param here what this thread helps with; null: it doesn't */
async function* shared(
  start: () => Worker,
  { context, files }: { readonly context: DraftContext; readonly files: readonly ScannedFile[] },
  { here, signal }: { readonly here: Drafter | null; readonly signal: AbortSignal | undefined },
): AsyncIterable<DraftedFile> {
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
  const ask = (message: readonly ScannedFile[]): void =>
    worker.postMessage({ context, files: message } satisfies DraftingRequest);
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
        ask(message);
      }
      const answer = answers.shift();
      if (answer !== undefined) {
        const batch = sent.shift() as readonly ScannedFile[];
        ahead -= bytesOf(batch);
        // A steady stream of messages is delivered in one turn of the event loop: a search or a cancellation would wait for the run's end.
        await new Promise(setImmediate);
        // The thread's memory is needed for writing when it has nothing more to do.
        if (front >= back && sent.length === 0) await worker.terminate();
        for (const [i, file] of batch.entries()) yield { file, result: answer[i] as DraftingAnswer[number] };
      } else if (broken !== null) {
        if ((broken as NodeJS.ErrnoException).code !== "ERR_WORKER_OUT_OF_MEMORY") throw broken;
        broken = null;
        // A file that is large enough for that is alone in its message; the others are begun anew.
        const guilty = sent.shift() ?? [];
        ahead -= bytesOf(guilty);
        worker = listening();
        for (const message of sent) ask(message);
        for (const file of guilty)
          yield {
            file,
            result: { kind: "skipped", reason: "memory" satisfies SkipReason, contentHash: null, bytes: file.bytes },
          };
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
  while (
    end < to &&
    end - from < MESSAGE_FILES &&
    (end === from || bytes + (files[end] as ScannedFile).bytes <= MESSAGE_BYTES)
  )
    bytes += (files[end++] as ScannedFile).bytes;
  return files.slice(from, end);
}

function bytesOf(files: readonly ScannedFile[]): number {
  return files.reduce((sum, file) => sum + file.bytes, 0);
}

/**
 * From so many text files, or bytes of them, on a thread of their own is worth what it costs: code that is loaded and compiled twice, a sixth of the
 * processor time of 1 MB of notes, and 30 MB of memory.
 */
function worthAThread(files: number, bytes: number): boolean {
  return files >= 900 || bytes >= 3_000_000;
}

/** The thread's file: TypeScript in a checkout, JavaScript where this was compiled. */
const MAIN = new URL(`./drafting-main${import.meta.url.endsWith(".ts") ? ".ts" : ".js"}`, import.meta.url);

/** Starts a thread that listens for a `DraftingRequest`; it ends with `ERR_WORKER_OUT_OF_MEMORY` when it needs more memory than it may. */
function startDrafting(setup: DraftingSetup): Worker {
  // Asked for here, so that a process which only searches doesn't load them.
  const threads = process.getBuiltinModule("node:worker_threads");
  const { getCompileCacheDir } = process.getBuiltinModule("node:module");
  const worker = new threads.Worker(MAIN, {
    workerData: getCompileCacheDir(),
    execArgv: [],
    stdout: true,
    stderr: true,
    resourceLimits: { maxOldGenerationSizeMb: setup.limits.maxHeapMegabytes },
  });
  worker.stdout.resume();
  worker.stderr.resume();
  worker.postMessage({ setup } satisfies DraftingMessage);
  return worker;
}

/** What a drafting thread is told first. */
interface DraftingSetup {
  readonly hallKeywords: Readonly<Record<string, readonly string[]>>;
  readonly limits: ParseLimits;
}

/** What a drafting thread is sent: its setup, then requests. */
export type DraftingMessage = { readonly setup: DraftingSetup } | DraftingRequest;

/** Files to be drafted, in order; and the answer: their drafts, in order. */
export interface DraftingRequest {
  readonly context: DraftContext;
  readonly files: readonly ScannedFile[];
}
type DraftingAnswer = readonly FileDraft[];
