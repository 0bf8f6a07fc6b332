import type { TranscriptReader } from "../../model/transcript-read.ts";
import type { TranscriptFormat } from "../../model/transcript.ts";
import { fileBundle } from "./file-bundle.ts";
import { messagesOf } from "./messages-of.ts";
import { readTranscript } from "./read-transcript.ts";
import { recognise } from "./recognise.ts";

const FORMATS: ReadonlySet<string> = new Set<TranscriptFormat | "auto">(["auto", "claude-code", "codex", "gemini", "chatgpt", "claude", "slack", "text"]);

/**
 * The reader for a format, or null when there is none of that name. See `messagesOf` for the roles.
 *
 * @param jsonl reads the generic form, which `auto` recognises too
 */
export function transcriptReader(format: string, jsonl: TranscriptReader): TranscriptReader | null {
  if (format === "jsonl") return jsonl;
  if (!FORMATS.has(format)) return null;
  return async (path, file, since) => {
    const bundle = await fileBundle(path, file);
    const known = (await recognise(bundle, format as TranscriptFormat | "auto"))?.format ?? null;
    if (known === "jsonl" && !bundle.many) return await jsonl(path, file, since);
    const reading = await readTranscript(bundle, known ?? "auto", since === null || known === null ? null : { ...since, format: known });
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
