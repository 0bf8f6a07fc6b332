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
