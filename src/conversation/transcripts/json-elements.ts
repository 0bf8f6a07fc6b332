import type { Report } from "./format-reader.ts";

/** Bytes of one element at most; a conversation of a lifetime has a few megabytes. */
const MAX_ELEMENT = 256 * 1024 * 1024;

/**
 * The elements of a JSON array, parsed one at a time; a file that holds one object is an array of one. What can't be parsed, or is cut off, is told
 * to the report by its ordinal. Cost: linear; memory for the largest element.
 */
export async function* jsonElements(
  stream: AsyncIterable<Uint8Array>,
  report: Report,
): AsyncGenerator<{ readonly ordinal: number; readonly value: unknown }> {
  const scan = new Scanner();
  let ordinal = 0;
  const parsed = (bytes: Uint8Array | null): { ordinal: number; value: unknown } | null => {
    ordinal++;
    if (bytes === null) {
      report.problem(ordinal, "larger than 256 MB");
      return null;
    }
    try {
      return { ordinal, value: JSON.parse(new TextDecoder("utf-8", { fatal: true }).decode(bytes)) as unknown };
    } catch (error) {
      if (!(error instanceof TypeError) && !(error instanceof SyntaxError)) throw error;
      report.problem(ordinal, error instanceof TypeError ? "broken UTF-8" : "not JSON");
      return null;
    }
  };
  for await (const piece of stream) {
    for (const element of scan.feed(piece)) {
      const found = parsed(element);
      if (found !== null) yield found;
    }
  }
  const rest = scan.end();
  if (rest === "cut") report.problem(ordinal + 1, "cut off");
  else if (rest !== null) {
    const found = parsed(rest);
    if (found !== null) yield found;
  }
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
