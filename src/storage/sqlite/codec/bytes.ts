/** A growing run of bytes. Numbers are written as unsigned LEB128: seven bits a byte, the lowest first. */
export class ByteWriter {
  private bytes: Uint8Array;
  /** Bytes written so far. */
  length = 0;

  constructor(capacity = 1024) {
    this.bytes = new Uint8Array(capacity);
  }

  /** Writes one byte. */
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

  /** A copy of what was written. */
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
