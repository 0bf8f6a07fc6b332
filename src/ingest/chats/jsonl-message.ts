import { MESSAGE_MARKS } from "../../model/message-role.ts";
import type { TranscriptMessage } from "../../model/transcript-message.ts";
import { isoDate } from "../../parsing/iso-date.ts";

/**
 * The message on a line of the generic transcript form; see `readJsonl`.
 *
 * @returns what is wrong with it, where it is none; empty for an empty line
 */
export function jsonlMessage(line: string): TranscriptMessage | string {
  if (line.trim() === "") return "";
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
  const { role, text, author = null, time: givenTime = null, caption = null } = fields;
  if (session === null) return "no session";
  if (id === null) return "no id";
  if (typeof role !== "string" || role === "") return "no role";
  if (typeof text !== "string") return "no text";
  if (author !== null && typeof author !== "string") return "author is not a text";
  const time = typeof givenTime === "string" && givenTime !== "" ? messageTime(givenTime) : null;
  if (time === null && givenTime !== null && givenTime !== "") return "time is not an ISO 8601 time";
  if (caption !== null && typeof caption !== "string") return "caption is not a text";
  if (text === "" && (caption === null || caption === "")) return "empty message";
  return {
    session,
    id,
    role,
    author: author === "" ? null : author,
    time,
    text,
    caption: caption === "" ? null : caption,
    ...marksIn(fields["marks"]),
    ...(name(fields["parent"]) !== null && { parent: name(fields["parent"]) as string }),
    ...texts("sources", fields["sources"]),
    ...texts("from", fields["from"]),
  };
}

function marksIn(value: unknown): Pick<TranscriptMessage, "marks"> {
  const marks = Array.isArray(value) ? MESSAGE_MARKS.filter((mark) => value.includes(mark)) : [];
  return marks.length === 0 ? {} : { marks };
}

function texts(field: "sources" | "from", value: unknown): Pick<TranscriptMessage, "sources" | "from"> {
  if (!Array.isArray(value) || value.length === 0 || !value.every((one) => typeof one === "string")) return {};
  return { [field]: value as readonly string[] };
}

// Numbers are ids too in many exports; they are kept as they are written.
function name(value: unknown): string | null {
  if (typeof value === "number") return String(value);
  return typeof value === "string" && value !== "" ? value : null;
}

/**
 * When a message was said, as ISO 8601 with zone; a year, a month or a day stays one. A time that names no zone is UTC, so that a file means the same
 * on every computer. Null for what is no such time, also for days that there are not.
 *
 * @example messageTime("2026-05-31 14:00") // "2026-05-31T14:00Z"
 */
export function messageTime(text: string): string | null {
  if (/^\d{4}(?:-(?:0[1-9]|1[0-2]))?$/.test(text)) return text;
  return isoDate(text) ?? null;
}
