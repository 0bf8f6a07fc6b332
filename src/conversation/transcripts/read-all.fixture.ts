import type { TranscriptEntry, TranscriptFormat } from "../../model/transcript-read.ts";
import type { TranscriptBundle } from "./format-reader.ts";
import { bytesBundle } from "./bytes-bundle.fixture.ts";
import { readTranscript, type TranscriptReading } from "./read-transcript.ts";

/** A transcript read to its end. */
export interface ReadAll extends Omit<TranscriptReading, "messages"> {
  readonly entries: readonly TranscriptEntry[];
  /** `kind role: text` of each entry. */
  readonly brief: readonly string[];
}

/** Reads text, lines of JSON (an array), or a bundle. */
export async function readAll(
  path: string,
  content: string | readonly unknown[] | TranscriptBundle,
  format: TranscriptFormat | "auto" = "auto",
  cursor: Parameters<typeof readTranscript>[2] = null,
): Promise<ReadAll> {
  const bundle =
    typeof content === "string"
      ? await bytesBundle(path, Buffer.from(content))
      : Array.isArray(content)
        ? await bytesBundle(path, Buffer.from(jsonl(content)))
        : (content as TranscriptBundle);
  const reading = await readTranscript(bundle, format, cursor);
  const entries: TranscriptEntry[] = [];
  for await (const entry of reading.messages) entries.push(entry);
  return { ...reading, entries, brief: entries.map(({ kind, role, text }) => `${kind} ${role}: ${text}`) };
}

/** Values as lines of JSON. */
export function jsonl(values: readonly unknown[]): string {
  return values.map((value) => `${JSON.stringify(value)}\n`).join("");
}
