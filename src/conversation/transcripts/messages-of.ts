import type { SkippedMessage, TranscriptMessage } from "../../model/transcript-message.ts";
import type { TranscriptEntry } from "../../model/transcript.ts";
import type { TranscriptReading } from "./read-transcript.ts";

/**
 * A reading as ingest takes it: messages, then what was left out. Entries that are no plain messages keep a mark of what they are in
 * their role: `tool`, `summary`, `sidechain`, `system`.
 */
export async function* messagesOf(reading: TranscriptReading): AsyncIterable<TranscriptMessage | { readonly skipped: SkippedMessage }> {
  for await (const entry of reading.messages) yield messageOf(entry);
  for (const { file, line, reason } of reading.problems) yield { skipped: { line, reason: file === "" ? reason : `${file}: ${reason}` } };
}

function messageOf({ session, id, role, author, time, text, caption, kind, workspace }: TranscriptEntry): TranscriptMessage {
  return { session, id, role: kind === "message" ? role : kind === "context" ? "system" : kind, author, time, text, caption, ...(workspace !== undefined && { workspace }) };
}
