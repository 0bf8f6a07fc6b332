import { type DraftContext, type DraftDependencies, draftFile, type FileDraft } from "./draft-file.ts";
import type { ScannedFile } from "./scan/scan.ts";

/** A file with what became of it. */
export interface DraftedFile {
  readonly file: ScannedFile;
  readonly result: FileDraft;
}

/**
 * Makes drafts of files: each file once, in any order, as they are ready. Where that happens (here or on another thread) is the
 * drafter's business; what comes out is what `draftFile` gives.
 */
export type Drafter = (
  context: DraftContext,
  files: readonly ScannedFile[],
  signal: AbortSignal | undefined,
) => AsyncIterable<DraftedFile>;

/** Files between two breaths of the event loop. */
const FILES_A_TURN = 32;

/**
 * Drafts files on this thread, one after the other. @param ahead files that are begun before they are asked for; more
 * than 0 pays where parsing happens elsewhere
 */
export function draftHere(deps: DraftDependencies, ahead: number): Drafter {
  return async function* (context, files, signal) {
    const begun: Promise<FileDraft>[] = [];
    for (const [i, file] of files.entries()) {
      signal?.throwIfAborted();
      if (i % FILES_A_TURN === 0) await new Promise(setImmediate);
      while (begun.length <= ahead && i + begun.length < files.length) {
        const draft = draftFile(deps, context, files[i + begun.length] as ScannedFile, signal);
        // Looked at when its turn comes; until then a rejection is nobody's.
        draft.catch(() => undefined);
        begun.push(draft);
      }
      yield { file, result: await (begun.shift() as Promise<FileDraft>) };
    }
  };
}
