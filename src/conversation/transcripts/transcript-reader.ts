import type { SkippedMessage, TranscriptMessage } from "../../model/transcript-message.ts";
import type { TranscriptFormat } from "../../model/transcript.ts";
import { bytesBundle } from "./bytes-bundle.ts";
import { detectFormat, HEAD_BYTES } from "./detect-format.ts";
import { messagesOf } from "./messages-of.ts";
import { readTranscript } from "./read-transcript.ts";

/** Reads the messages of one transcript file, in order, as ingest asks for them. */
export type MessageReader = (path: string, bytes: Uint8Array) => AsyncIterable<TranscriptMessage | { readonly skipped: SkippedMessage }>;

const FORMATS: ReadonlySet<string> = new Set<TranscriptFormat | "auto">(["auto", "claude-code", "codex", "gemini", "chatgpt", "claude", "slack", "text"]);

/**
 * The reader for a format, or null when there is none of that name. See `messagesOf` for the roles.
 *
 * @param jsonl reads the generic form, which `auto` recognises too
 */
export function transcriptReader(format: string, jsonl: MessageReader): MessageReader | null {
  if (format === "jsonl") return jsonl;
  if (!FORMATS.has(format)) return null;
  return async function* (path, bytes) {
    if (format === "auto" && detectFormat(path, bytes.subarray(0, HEAD_BYTES)) === "jsonl") {
      yield* jsonl(path, bytes);
      return;
    }
    yield* messagesOf(await readTranscript(await bytesBundle(path, bytes), format as TranscriptFormat | "auto"));
  };
}
