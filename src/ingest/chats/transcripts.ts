import type { SkippedMessage, TranscriptMessage } from "../../model/transcript-message.ts";

/** What a transcript holds, in order: messages, and entries that were left out with their reasons. */
export type TranscriptContent = AsyncIterable<TranscriptMessage | { readonly skipped: SkippedMessage }>;

/** Reads the messages of one transcript file. @throws LociError `TRANSCRIPT_UNRECOGNISED`, `FILE_SKIPPED`, while it is read */
export type TranscriptReader = (path: string, bytes: Uint8Array) => TranscriptContent;

/** Which transcripts can be read. */
export interface Transcripts {
  /** The reader of a format (`jsonl`, `claude-code`, …); `auto` looks at the bytes. Null when there is none of that name. */
  readonly reader: (format: string) => Promise<TranscriptReader | null>;
  /** Whether the files of a folder are together one export (a Slack workspace, say) rather than one transcript each. */
  readonly isExport: (names: readonly string[]) => Promise<boolean>;
  /** Reads the export in a folder. @param root absolute */
  readonly readExport: (root: string, format: string) => TranscriptContent;
}
