import type { TranscriptRead, TranscriptReader } from "../../model/transcript-read.ts";

/** Which transcripts can be read. */
export interface Transcripts {
  /** The reader of a format (`jsonl`, `claude-code`, …); `auto` looks at the bytes. Null when there is none of that name. */
  readonly reader: (format: string) => Promise<TranscriptReader | null>;
  /**
   * Folders among the files of a tree whose files are together one export (a Slack workspace) rather than one
   * transcript each: `""` or ending in `/`, sorted.
   */
  readonly exportRoots: (names: readonly string[]) => Promise<readonly string[]>;
  /** Reads the export in a folder. @param root absolute */
  readonly readExport: (root: string, format: string) => Promise<TranscriptRead>;
}
