import type { TranscriptProblem } from "../../model/transcript-read.ts";

/** What a reader reports beside messages: unreadable records, records without messages, and how far it read. */
export class Report {
  readonly problems: TranscriptProblem[] = [];
  /** Records that are known and hold no message, by name; and messages of other branches. */
  readonly ignored = new Map<string, number>();
  /** Bytes of the file that were read for good. */
  offset: number;
  #file: string;

  constructor(offset = 0) {
    this.offset = offset;
    this.#file = "";
  }

  /** Which file of the bundle the next problems are in. */
  within(file: string): void {
    this.#file = file;
  }

  problem(line: number, reason: string): void {
    this.problems.push({ file: this.#file, line, reason });
  }

  ignore(what: string, count = 1): void {
    this.ignored.set(what, (this.ignored.get(what) ?? 0) + count);
  }

  consumed(end: number): void {
    this.offset = end;
  }
}
