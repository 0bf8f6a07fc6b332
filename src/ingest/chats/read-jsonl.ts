import { LociError } from "../../model/error.ts";
import { decode } from "../../parsing/decode.ts";
import { skipFile } from "../../parsing/skip-file.ts";
import type { SkippedMessage, TranscriptMessage } from "../../model/transcript-message.ts";

/**
 * Reads the generic transcript form: one message a line, `{ "session", "id", "role", "author"?, "time"?, "text", "caption"? }`.
 * Empty lines are passed over; a line that isn't such a message is skipped with its reason.
 *
 * @param path named in errors only
 * @throws LociError `FILE_SKIPPED` for what is no text, `TRANSCRIPT_UNRECOGNISED` when no line at all is a message
 */
export async function* readJsonl(path: string, bytes: Uint8Array): AsyncIterable<TranscriptMessage | { readonly skipped: SkippedMessage }> {
  const decoded = decode(bytes);
  if ("refused" in decoded) throw skipFile(path, decoded.refused);
  const { text } = decoded;
  let recognised = 0;
  let skipped = 0;
  let line = 0;
  for (let start = 0; start < text.length; ) {
    const newline = text.indexOf("\n", start);
    const end = newline < 0 ? text.length : newline;
    const content = text.slice(start, end).trim();
    start = end + 1;
    line++;
    if (content === "") continue;
    const message = messageOf(content);
    if (typeof message === "string") {
      skipped++;
      yield { skipped: { line, reason: message } };
    } else {
      recognised++;
      yield { ...message, line };
    }
  }
  if (recognised === 0 && skipped > 0) {
    throw new LociError("TRANSCRIPT_UNRECOGNISED", `'${path}' holds no message in the jsonl form`, {
      hint: 'one line a message: { "session", "id", "role", "author"?, "time"?, "text", "caption"? }',
      details: { path, lines: skipped },
    });
  }
}

function messageOf(line: string): TranscriptMessage | string {
  let value: unknown;
  try {
    value = JSON.parse(line);
  } catch {
    return "not JSON";
  }
  if (typeof value !== "object" || value === null || Array.isArray(value)) return "not a JSON object";
  const fields = value as Readonly<Record<string, unknown>>;
  const session = name(fields["session"]);
  const id = name(fields["id"]);
  const { role, text, author = null, time = null, caption = null } = fields;
  if (session === null) return "no session";
  if (id === null) return "no id";
  if (typeof role !== "string" || role === "") return "no role";
  if (typeof text !== "string") return "no text";
  if (author !== null && typeof author !== "string") return "author is not a text";
  if (time !== null && (typeof time !== "string" || Number.isNaN(Date.parse(time)))) return "time is not an ISO 8601 time";
  if (caption !== null && typeof caption !== "string") return "caption is not a text";
  if (text === "" && (caption === null || caption === "")) return "empty message";
  return { session, id, role, author: author === "" ? null : author, time, text, caption: caption === "" ? null : caption };
}

// Numbers are ids too in many exports; they are kept as they are written.
function name(value: unknown): string | null {
  if (typeof value === "number") return String(value);
  return typeof value === "string" && value !== "" ? value : null;
}
