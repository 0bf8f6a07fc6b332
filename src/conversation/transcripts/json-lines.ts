import { fieldsOf } from "../../text/fields.ts";
import type { LinesStart, Report, TranscriptBundle } from "./format-reader.ts";

/** Bytes before the place where reading goes on; what a new record hangs on is one of the last. */
const TAIL_BYTES = 256 * 1024;

/** The last objects of a JSONL file before an offset, in order; their line numbers count from an unknown place. */
export async function tailLines(bundle: TranscriptBundle, name: string, offset: number): Promise<readonly JsonLine[]> {
  const start = Math.max(0, offset - TAIL_BYTES);
  return await Array.fromAsync(jsonLines(firstOf(bundle.stream(name, start), offset - start), null));
}

/** The first bytes of a stream, piece by piece. */
export async function* firstOf(stream: AsyncIterable<Uint8Array>, bytes: number): AsyncGenerator<Uint8Array> {
  let left = bytes;
  for await (const piece of stream) {
    yield piece.subarray(0, left);
    left -= piece.length;
    if (left <= 0) return;
  }
}

/** The first bytes of a stream in one. */
export const headOf = async (stream: AsyncIterable<Uint8Array>, bytes: number): Promise<Uint8Array> =>
  Buffer.concat(await Array.fromAsync(firstOf(stream, bytes)));

/** An object of a JSONL file with its place. */
export interface JsonLine {
  readonly number: number;
  readonly value: Readonly<Record<string, unknown>>;
  /** Offset of the line. */
  readonly start: number;
}

/**
 * The objects of a JSONL stream. Anything else is told to the report, by line; an unfinished last line is left for the next time.
 * @param report null for a pass that only looks
 * @param from where the stream begins; the file's beginning by default
 */
export async function* jsonLines(
  stream: AsyncIterable<Uint8Array>,
  report: Report | null,
  from?: LinesStart,
): AsyncGenerator<JsonLine> {
  for await (const { number, bytes, start, end, complete, oversized } of byteLines(stream, undefined, from)) {
    const value = oversized ? "longer than 64 MB" : parseLine(bytes, number);
    if (typeof value !== "string") {
      yield { number, value, start };
      report?.consumed(end);
    } else if (!complete && value !== "") report?.problem(number, "unfinished last line");
    else {
      if (value !== "") report?.problem(number, value);
      report?.consumed(end);
    }
  }
}

/** The object on a line, or what is wrong with it; empty for an empty line. @param number 1 may begin with a byte order mark */
export function parseLine(bytes: Uint8Array, number: number): Readonly<Record<string, unknown>> | string {
  let value: unknown;
  try {
    const text = new TextDecoder("utf-8", { fatal: true, ignoreBOM: number > 1 }).decode(bytes);
    if (text.trim() === "") return "";
    value = JSON.parse(text);
  } catch (error) {
    if (error instanceof TypeError) return "broken UTF-8";
    if (error instanceof SyntaxError) return "not JSON";
    throw error;
  }
  return fieldsOf(value) ?? "not a JSON object";
}

const MAX_LINE = 64 * 1024 * 1024;

/**
 * The lines of a stream, one at a time, without their breaks. Cost: linear; memory for the longest line, at most 64 MB.
 */
export async function* byteLines(
  stream: AsyncIterable<Uint8Array>,
  maxLine: number = MAX_LINE,
  from: LinesStart = { offset: 0, lines: 0 },
) {
  let number = from.lines + 1;
  let { offset } = from;
  let lineStart = offset;
  let kept: Uint8Array[] = [];
  let length = 0;
  const line = (last: Uint8Array, end: number, complete: boolean) => {
    const oversized = length + last.length > maxLine;
    const start = lineStart;
    lineStart = end;
    return {
      /** 1-based. */
      number: number++,
      /** Offset of its first byte. */
      start,
      bytes: oversized ? new Uint8Array(0) : kept.length === 0 ? last : Buffer.concat([...kept, last]),
      /** Offset behind its break: where reading goes on. */
      end,
      /** Whether it ended in a line break; the last line of a file that is being written may not. */
      complete,
      /** It was longer than the limit; `bytes` is empty. */
      oversized,
    };
  };
  for await (const piece of stream) {
    let start = 0;
    for (let at = piece.indexOf(10); at !== -1; at = piece.indexOf(10, start)) {
      yield line(piece.subarray(start, at), offset + at + 1, true);
      kept = [];
      length = 0;
      start = at + 1;
    }
    const rest = piece.subarray(start);
    length += rest.length;
    if (length > maxLine) kept = [];
    else if (rest.length > 0) kept.push(rest);
    offset += piece.length;
  }
  if (length > 0) yield line(new Uint8Array(0), offset, false);
}

/** Bytes of one element at most; a conversation of a lifetime has a few megabytes. */
const MAX_ELEMENT = 256 * 1024 * 1024;

/**
 * The elements of a JSON array, parsed one at a time; a file that holds one object is an array of one. What can't be parsed, or is cut off, is told
 * to the report by its ordinal. Cost: linear; memory for the largest element.
 */
export async function* jsonElements(
  stream: AsyncIterable<Uint8Array> | Iterable<Uint8Array>,
  report: Report,
): AsyncGenerator<{ readonly ordinal: number; readonly value: unknown }> {
  let ordinal = 0;
  for await (const element of elementsIn(stream)) {
    ordinal++;
    if (element === null) report.problem(ordinal, "larger than 256 MB");
    else if (element === "cut") report.problem(ordinal, "cut off");
    else
      try {
        yield { ordinal, value: JSON.parse(new TextDecoder("utf-8", { fatal: true }).decode(element)) as unknown };
      } catch (error) {
        if (!(error instanceof TypeError) && !(error instanceof SyntaxError)) throw error;
        report.problem(ordinal, error instanceof TypeError ? "broken UTF-8" : "not JSON");
      }
  }
}

/** The bytes of each element; null for one that is too large. */
async function* elementsIn(
  stream: AsyncIterable<Uint8Array> | Iterable<Uint8Array>,
): AsyncGenerator<Uint8Array | "cut" | null> {
  const scan = new Scanner();
  for await (const piece of stream) yield* scan.feed(piece);
  const rest = scan.end();
  if (rest !== null) yield rest;
}

/** Finds where the elements of a top-level array begin and end, looking only at quotes and brackets. */
class Scanner {
  #depth = 0;
  #inString = false;
  #escaped = false;
  #array: boolean | null = null;
  #kept: Uint8Array[] = [];
  #length = 0;
  #closed = false;

  *feed(piece: Uint8Array): Generator<Uint8Array | null> {
    let start = 0;
    for (let i = 0; i < piece.length; i++) {
      const byte = piece[i] as number;
      if (this.#inString) {
        if (this.#escaped) this.#escaped = false;
        else if (byte === 0x5c) this.#escaped = true;
        else if (byte === 0x22) this.#inString = false;
        continue;
      }
      if (this.#array === null) {
        if (byte <= 0x20 || byte === 0xef || byte === 0xbb || byte === 0xbf) {
          start = i + 1;
          continue;
        }
        this.#array = byte === 0x5b;
        if (this.#array) start = i + 1;
        else this.#depth = -1;
      }
      if (byte === 0x22) this.#inString = true;
      else if (byte === 0x5b || byte === 0x7b) this.#depth++;
      else if (byte === 0x5d || byte === 0x7d) {
        this.#depth--;
        if (this.#array && this.#depth === 0) {
          this.#closed = true;
          yield* this.#take(piece.subarray(start, i));
          start = i + 1;
        }
      } else if (byte === 0x2c && this.#array && this.#depth === 1) {
        yield* this.#take(piece.subarray(start, i));
        start = i + 1;
      }
    }
    if (!this.#closed) this.#keep(piece.subarray(start));
  }

  /** What is left at the end: an object that stood alone, nothing, or an array that was cut off. */
  end(): Uint8Array | "cut" | null {
    if (this.#array === null || this.#closed) return null;
    return this.#array ? "cut" : Buffer.concat(this.#kept);
  }

  *#take(last: Uint8Array): Generator<Uint8Array | null> {
    this.#keep(last);
    const element = this.#length > MAX_ELEMENT ? null : Buffer.concat(this.#kept);
    this.#kept = [];
    this.#length = 0;
    if (element === null || element.some((byte) => byte > 0x20)) yield element;
  }

  #keep(bytes: Uint8Array): void {
    this.#length += bytes.length;
    if (this.#length > MAX_ELEMENT) this.#kept = [];
    else if (bytes.length > 0) this.#kept.push(bytes);
  }
}
