import type { SkippedMessage, TranscriptMessage } from "./transcript-message.ts";
import type { TranscriptCursor } from "./transcript.ts";

/** What a transcript holds, in order: messages, and entries that were left out with their reasons. */
export type TranscriptContent = AsyncIterable<TranscriptMessage | { readonly skipped: SkippedMessage }>;

/** How far a transcript was read, whatever form it has. */
export type ReadPosition = Omit<TranscriptCursor, "format">;

/** A transcript being read, perhaps on from where an earlier reading ended. */
export interface TranscriptRead {
  readonly content: TranscriptContent;
  /** `content` is only what came since the position that was given; what stood before it is as it was. */
  readonly continued: boolean;
  /** A position was given, and what stands before it isn't what was read then. */
  readonly rewritten: boolean;
  /** Where to go on the next time; null until `content` has ended, and for forms that are written anew each time. */
  readonly position: () => ReadPosition | null;
}

/**
 * Reads the messages of one transcript file, in order.
 *
 * @param path as it is known inside its source; named in errors
 * @param file absolute
 * @param since where an earlier reading of the same file ended; null for none
 * @throws LociError `TRANSCRIPT_UNRECOGNISED`, `FILE_SKIPPED`, `PATH_NOT_FOUND`, `PATH_UNREADABLE`, at once or while `content` is read
 */
export type TranscriptReader = (path: string, file: string, since: ReadPosition | null) => Promise<TranscriptRead>;
