import type { TranscriptEntry } from "../../model/transcript-read.ts";
import type { TranscriptBundle } from "./bundle.ts";
import type { LinesStart } from "./lines.ts";
import type { Report } from "./report.ts";

/** What a reader reads. */
export interface ReaderInput {
  readonly bundle: TranscriptBundle;
  /** The file to begin with; archives may have more. */
  readonly name: string;
  /** Only what begins here or later is given; formats of lines only, the beginning for the others. */
  readonly from: LinesStart;
  readonly report: Report;
}

/** Whether what came since `from` says nothing new of what stands before it, so that it can be read by itself. */
export type Continues = (input: Omit<ReaderInput, "report">) => Promise<boolean>;

/** Reads one format. Never throws for content: what it can't read goes to the report. */
export type FormatReader = (input: ReaderInput) => AsyncIterable<TranscriptEntry>;

/** A session's name for files that don't say one: the file's name without folder and extension. */
export function sessionOfPath(path: string): string {
  return (path.split(/[\\/]/u).at(-1) as string).replace(/\.[A-Za-z0-9]{1,8}$/u, "");
}
