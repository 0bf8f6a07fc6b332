import { LociError } from "../../../model/error.ts";

/** A growing run of bytes. Numbers are written as unsigned LEB128: seven bits a byte, the lowest first. */
export class ByteWriter {
  private bytes: Uint8Array;
  /** Bytes written so far. */
  length = 0;

  constructor(capacity = 1024) {
    this.bytes = new Uint8Array(capacity);
  }

  byte(value: number): void {
    if (this.length === this.bytes.length) this.grow(1);
    this.bytes[this.length++] = value;
  }

  /** Writes a whole number, 0 … 2³² − 1. */
  number(value: number): void {
    if (this.length + 5 > this.bytes.length) this.grow(5);
    const bytes = this.bytes;
    let rest = value;
    while (rest > 127) {
      bytes[this.length++] = (rest & 127) | 128;
      rest >>>= 7;
    }
    bytes[this.length++] = rest;
  }

  /** Writes `source[from … to − 1]`. */
  run(source: Uint8Array, from = 0, to = source.length): void {
    const count = to - from;
    if (this.length + count > this.bytes.length) this.grow(count);
    if (count < 24) for (let i = 0; i < count; i++) this.bytes[this.length + i] = source[from + i] as number;
    else this.bytes.set(source.subarray(from, to), this.length);
    this.length += count;
  }

  copy(): Uint8Array {
    return this.bytes.slice(0, this.length);
  }

  /** What was written, without a copy: valid until the next write. */
  view(): Uint8Array {
    return this.bytes.subarray(0, this.length);
  }

  clear(): void {
    this.length = 0;
  }

  private grow(by: number): void {
    const larger = new Uint8Array(Math.max(this.bytes.length * 2, this.length + by + 64));
    larger.set(this.bytes.subarray(0, this.length));
    this.bytes = larger;
  }
}

/** Reads what `ByteWriter` wrote, from `at` on. */
export class ByteReader {
  readonly bytes: Uint8Array;
  at: number;

  constructor(bytes: Uint8Array, at = 0) {
    this.bytes = bytes;
    this.at = at;
  }

  number(): number {
    const bytes = this.bytes;
    let byte = bytes[this.at++] as number;
    if (byte < 128) return byte;
    let value = byte & 127;
    let shift = 7;
    do {
      byte = bytes[this.at++] as number;
      value |= (byte & 127) << shift;
      shift += 7;
    } while (byte > 127);
    return value >>> 0;
  }

  byte(): number {
    return this.bytes[this.at++] as number;
  }
}

/**
 * A string as text that SQLite and UTF-8 keep exactly: NUL and lone surrogates become JSON escapes, quotes and backslashes too.
 * Ordinary names stay as they are. One to one, so equal strings stay equal.
 */
export const escapeText = (text: string): string => JSON.stringify(text).slice(1, -1);

export const unescapeText = (escaped: string): string =>
  escaped.includes("\\") ? (JSON.parse(`"${escaped}"`) as string) : escaped;

export const ID_BYTES = 16;

const HEX = /^[0-9a-f]{32}$/;

/** Writes an id's bytes. @throws LociError `STORAGE_FAILED` for what isn't 32 small hex digits. */
export function writeId(id: string, out: Uint8Array, at: number): void {
  if (!HEX.test(id))
    throw new LociError("STORAGE_FAILED", `'${id.slice(0, 40)}' is not a drawer id`, {
      hint: "an id is 32 hex digits",
    });
  Buffer.from(out.buffer, out.byteOffset, out.byteLength).write(id, at, ID_BYTES, "hex");
}

export const readId = (bytes: Buffer, at: number): string => bytes.toString("hex", at, at + ID_BYTES);

/** Order of two ids, as of their hex digits: negative when the one at `a` comes first. */
export function compareIds(left: Uint8Array, a: number, right: Uint8Array, b: number): number {
  for (let i = 0; i < ID_BYTES; i++) {
    const difference = (left[a + i] as number) - (right[b + i] as number);
    if (difference !== 0) return difference;
  }
  return 0;
}

/** Index of the last number of an ascending list that is at most `value`; −1: none. */
export function lastAtMost(list: Uint32Array, value: number): number {
  let low = -1;
  let high = list.length;
  while (high - low > 1) {
    const middle = (low + high) >>> 1;
    if ((list[middle] as number) <= value) low = middle;
    else high = middle;
  }
  return low;
}
