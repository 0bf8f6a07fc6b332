import { hash } from "node:crypto";
import { LociError } from "../../model/error.ts";
import type { ReadPosition, TranscriptContent, TranscriptRead } from "../../model/transcript-read.ts";
import { decode } from "../../parsing/decode.ts";
import { skipFile } from "../../parsing/skip-file.ts";
import { jsonlMessage } from "./jsonl-message.ts";

/**
 * Reads the generic transcript form: one message a line, `{ "session", "id", "role", "author"?, "time"?, "text", "caption"? }`.
 * Empty lines are passed over; a line that isn't such a message is skipped with its reason, and a last line that isn't finished waits for the
 * next time.
 *
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
    for (const { line, number, end, complete } of linesOf(text, start)) {
      const message = line === null ? "broken UTF-8" : jsonlMessage(line);
      if (message === "") offset = end;
      else if (typeof message === "string") {
        skipped++;
        if (complete) offset = end;
        yield { skipped: { line: number, reason: complete ? message : "unfinished last line" } };
      } else {
        recognised++;
        offset = end;
        lastId = message.id;
        yield { ...message, line: number };
      }
    }
    if (recognised === 0 && skipped > 0 && !same) throw nothingIn(path, bytes, skipped);
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

interface Line {
  /** Null for broken UTF-8. */
  readonly line: string | null;
  /** 1-based. */
  readonly number: number;
  /** Offset behind it. */
  readonly end: number;
  readonly complete: boolean;
}

function* linesOf(bytes: Uint8Array, from: number): Generator<Line> {
  const decoder = new TextDecoder("utf-8", { fatal: true });
  let number = 1;
  for (let at = bytes.indexOf(10); at >= 0 && at < from; at = bytes.indexOf(10, at + 1)) number++;
  for (let start = from; start < bytes.length; number++) {
    const newline = bytes.indexOf(10, start);
    const end = newline < 0 ? bytes.length : newline;
    let line: string | null = null;
    try {
      line = decoder.decode(bytes.subarray(start, end));
    } catch (error) {
      if (!(error instanceof TypeError)) throw error;
    }
    start = newline < 0 ? end : end + 1;
    yield { line, number, end: start, complete: newline >= 0 };
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
