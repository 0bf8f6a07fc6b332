import type { Document } from "../../model/drawer.ts";
import type { ReadPosition, TranscriptRead } from "../../model/transcript-read.ts";
import type { ScannedFile } from "../scan/scan.ts";

/** One transcript of a source. */
export interface TranscriptFile {
  readonly file: ScannedFile;
  readonly read: (since: ReadPosition | null) => Promise<TranscriptRead>;
  /** Its path inside the source; null where it is the source. */
  readonly prefix: string | null;
  /** The documents that it had after the last run. */
  readonly before: readonly Document[];
}
