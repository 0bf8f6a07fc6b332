import { hash } from "node:crypto";
import { LociError } from "../../model/error.ts";
import { MESSAGE_MARKS } from "../../model/message-role.ts";
import type {
  ReadPosition,
  SessionTitle,
  SkippedMessage,
  TranscriptContent,
  TranscriptMessage,
  TranscriptRead,
} from "../../model/transcript-read.ts";
import { decode, strictly } from "../../parsing/decode.ts";
import { jsonFields, textOf } from "../../text/fields.ts";
import { isoDate } from "../../text/iso-date.ts";
import { skipFile } from "../../parsing/parser-input.ts";
import { messageContent } from "./session-document.ts";

/**
 * Reads the generic transcript form: one message a line, `{ "session", "id", "role", "author"?, "time"?, "text", "caption"? }`.
 * Empty lines are passed over; a line that isn't such a message is skipped with its reason, and a last line that isn't finished waits for the
 * next time.
 * @param path named in errors only
 * @param since where an earlier reading ended: only what came after it is parsed
 * @throws LociError, while `content` is read: `FILE_SKIPPED` for what is no text, `TRANSCRIPT_UNRECOGNISED` when no line at all is a message
 */
export function readJsonl(path: string, bytes: Uint8Array, since: ReadPosition | null = null): TranscriptRead {
  const text = utf8(bytes);
  const same =
    since !== null &&
    since.offset > 0 &&
    since.offset <= text.length &&
    hash("sha256", text.subarray(0, since.offset), "hex") === since.hash;
  let reached: ReadPosition | null = null;
  const content = (async function* (): TranscriptContent {
    const start = same ? since.offset : 0;
    let lastId = same ? since.lastId : null;
    let offset = start;
    let recognised = 0;
    let skipped = 0;
    // A message that a writer was killed in is an object that was begun, in a file that may hold no other.
    let begun = 0;
    let number = 0;
    for (let at = text.indexOf(10); at >= 0 && at < start; at = text.indexOf(10, at + 1)) number++;
    for (const { line, end, complete } of jsonlLines(text, start)) {
      number++;
      const message = line === null ? "broken UTF-8" : jsonlMessage(line);
      if (message === "") offset = end;
      else if (typeof message === "string") {
        skipped++;
        if (complete) offset = end;
        else if (line?.startsWith("{") === true) begun++;
        yield { skipped: { line: number, reason: complete ? message : "unfinished last line" } };
      } else {
        recognised++;
        offset = end;
        lastId = message.id;
        yield { ...message, line: number };
      }
    }
    if (recognised === 0 && skipped > begun && !same) throw nothingIn(path, bytes, skipped);
    reached = { offset, lastId, hash: hash("sha256", text.subarray(0, offset), "hex") };
  })();
  return { format: "jsonl", content, continued: same, rewritten: since !== null && !same, position: () => reached };
}

/** Bytes as UTF-8: others as they are, UTF-16 behind its mark turned into it. */
function utf8(bytes: Uint8Array): Uint8Array {
  const isWide = (bytes[0] === 0xff && bytes[1] === 0xfe) || (bytes[0] === 0xfe && bytes[1] === 0xff);
  const decoded = isWide ? decode(bytes) : null;
  return decoded !== null && "text" in decoded ? new TextEncoder().encode(decoded.text) : bytes;
}

export interface JsonlLine {
  /** Offsets: of its first byte, and behind its end. */
  readonly start: number;
  readonly end: number;
  /** Whether it ends in a line break; the last of a file that is being written may not. */
  readonly complete: boolean;
  /** Null for broken UTF-8. */
  readonly line: string | null;
}

export function* jsonlLines(bytes: Uint8Array, from = 0): Generator<JsonlLine> {
  for (let start = from; start < bytes.length;) {
    const newline = bytes.indexOf(10, start);
    const end = newline < 0 ? bytes.length : newline + 1;
    const last = newline < 0 ? end : newline;
    let stop = last;
    // What a loss of power leaves of a block that wasn't written, behind what was.
    while (stop > start && bytes[stop - 1] === 0) stop--;
    const line = strictly(bytes.subarray(start, stop === start ? last : stop), "utf-8");
    yield { start, end, complete: newline >= 0, line };
    start = end;
  }
}

function nothingIn(path: string, bytes: Uint8Array, lines: number): LociError {
  const decoded = decode(bytes);
  if ("refused" in decoded) return skipFile(path, decoded.refused);
  return new LociError("TRANSCRIPT_UNRECOGNISED", `'${path}' holds no message in the jsonl form`, {
    hint: 'one line a message: { "session", "id", "role", "author"?, "time"?, "text", "caption"? }',
    details: { path, lines },
  });
}

/** What is wrong with a line that is no JSON, or another value than an object. */
export const NO_OBJECT = "not a JSON object";

/**
 * The message on a line of the generic transcript form; see `readJsonl`.
 * @returns what is wrong with it, where it is none; empty for an empty line
 */
export function jsonlMessage(line: string): TranscriptMessage | string {
  if (line.trim() === "") return "";
  const fields = jsonFields(line);
  if (fields === null) return NO_OBJECT;
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
  if (text === "" && textOf(caption) === null) return "empty message";
  return {
    session,
    id,
    role,
    author: textOf(author),
    time,
    text,
    caption: textOf(caption),
    ...marksIn(fields["marks"]),
    ...(name(fields["parent"]) !== null && { parent: name(fields["parent"]) as string }),
    ...texts("sources", fields["sources"]),
    ...texts("from", fields["from"]),
    ...labelled(fields["passages"]),
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

function labelled(value: unknown): Pick<TranscriptMessage, "passages"> {
  const isText = (one: unknown): boolean => typeof one === "string";
  const isOne = ({ label, id, verdict }: Readonly<Record<string, unknown>>): boolean =>
    isText(label) && (id === null || isText(id)) && (verdict === null || isText(verdict));
  return Array.isArray(value) && value.every((one) => isOne(Object(one))) ? { passages: value } : {};
}

/** Numbers are ids too in many exports; they are kept as they are written. */
const name = (value: unknown): string | null => textOf(typeof value === "number" ? String(value) : value);

/**
 * When a message was said, as ISO 8601 with zone; a year, a month or a day stays one. A time that names no zone is UTC, so that a file means the same
 * on every computer. Null for what is no such time, also for days that there are not.
 * @example messageTime("2026-05-31 14:00") // "2026-05-31T14:00Z"
 */
export function messageTime(text: string): string | null {
  if (/^\d{4}(?:-(?:0[1-9]|1[0-2]))?$/.test(text)) return text;
  return isoDate(text) ?? null;
}

/** The messages of one file, by session. */
export interface Sessions {
  /** Sessions as they first appear, messages in order. */
  readonly sessions: ReadonlyMap<string, readonly TranscriptMessage[]>;
  /** By session: the last one that a person gave, else the last one of the tool. */
  readonly titles: ReadonlyMap<string, Omit<SessionTitle, "session">>;
  readonly skipped: readonly SkippedMessage[];
}

/**
 * Groups a transcript's messages by session. A message that repeats an earlier one of its session exactly (same id, same
 * everything) is dropped; one that reuses an id for something else is kept.
 */
export async function readSessions(messages: TranscriptContent): Promise<Sessions> {
  const sessions = new Map<string, TranscriptMessage[]>();
  const seen = new Map<string, Set<string>>();
  const titles = new Map<string, Omit<SessionTitle, "session">>();
  const skipped: SkippedMessage[] = [];
  let entry = 0;
  for await (const item of messages) {
    if ("titled" in item) {
      const { session, title, by } = item.titled;
      if (by === "person" || titles.get(session)?.by !== "person") titles.set(session, { title, by });
      continue;
    }
    entry++;
    if ("skipped" in item) {
      skipped.push(item.skipped);
      continue;
    }
    const contents = seen.get(item.session) ?? new Set<string>();
    seen.set(item.session, contents);
    const spelt = messageContent(item);
    if (contents.has(spelt)) {
      skipped.push({ line: item.line ?? entry, reason: "repeats an earlier message" });
      continue;
    }
    contents.add(spelt);
    const list = sessions.get(item.session);
    if (list === undefined) sessions.set(item.session, [item]);
    else list.push(item);
  }
  return { sessions, titles, skipped };
}
