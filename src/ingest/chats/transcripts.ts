import type { TranscriptContent, TranscriptReader } from "../../model/transcript-read.ts";

/** Which transcripts can be read. */
export interface Transcripts {
  /** The reader of a format (`jsonl`, `claude-code`, …); `auto` looks at the bytes. Null when there is none of that name. */
  readonly reader: (format: string) => Promise<TranscriptReader | null>;
  /** Whether the files of a folder are together one export (a Slack workspace, say) rather than one transcript each. */
  readonly isExport: (names: readonly string[]) => Promise<boolean>;
  /** Reads the export in a folder. @param root absolute */
  readonly readExport: (root: string, format: string) => TranscriptContent;
}
