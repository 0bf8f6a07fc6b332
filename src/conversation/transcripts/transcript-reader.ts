import type { TranscriptReader } from "../../model/transcript-read.ts";
import type { TranscriptFormat } from "../../model/transcript.ts";
import { bytesBundle } from "./bytes-bundle.ts";
import { detectFormat, HEAD_BYTES } from "./detect-format.ts";
import { messagesOf } from "./messages-of.ts";
import { readTranscript } from "./read-transcript.ts";

const FORMATS: ReadonlySet<string> = new Set<TranscriptFormat | "auto">(["auto", "claude-code", "codex", "gemini", "chatgpt", "claude", "slack", "text"]);

/**
 * The reader for a format, or null when there is none of that name. See `messagesOf` for the roles.
 *
 * @param jsonl reads the generic form, which `auto` recognises too
 */
export function transcriptReader(format: string, jsonl: TranscriptReader): TranscriptReader | null {
  if (format === "jsonl") return jsonl;
  if (!FORMATS.has(format)) return null;
  return async (path, bytes, since) => {
    const known = format === "auto" ? detectFormat(path, bytes.subarray(0, HEAD_BYTES)) : (format as TranscriptFormat);
    if (known === "jsonl") return await jsonl(path, bytes, since);
    const cursor = since === null || known === null ? null : { ...since, format: known };
    const reading = await readTranscript(await bytesBundle(path, bytes), format as TranscriptFormat | "auto", cursor);
    return {
      content: messagesOf(reading),
      continued: reading.continued,
      rewritten: reading.rewritten,
      position() {
        const reached = reading.cursor();
        return reached === null ? null : { offset: reached.offset, lastId: reached.lastId, hash: reached.hash };
      },
    };
  };
}
