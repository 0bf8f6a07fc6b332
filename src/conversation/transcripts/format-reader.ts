import type { TranscriptEntry } from "../../model/transcript.ts";
import type { TranscriptBundle } from "./bundle.ts";
import type { Report } from "./report.ts";

/** What a reader reads. */
export interface ReaderInput {
  readonly bundle: TranscriptBundle;
  /** The file to begin with; archives may have more. */
  readonly name: string;
  /** Only what begins here or later is given; formats of lines only, 0 for the others. */
  readonly from: number;
  readonly report: Report;
}

/** Reads one format. Never throws for content: what it can't read goes to the report. */
export type FormatReader = (input: ReaderInput) => AsyncIterable<TranscriptEntry>;

/** A session's name for files that don't say one: the file's name without folder and extension. */
export function sessionOfPath(path: string): string {
  return (path.split(/[\\/]/u).at(-1) as string).replace(/\.[A-Za-z0-9]{1,8}$/u, "");
}
