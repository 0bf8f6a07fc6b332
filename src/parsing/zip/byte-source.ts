/** Bytes that can be read at any place: a file, or a buffer. */
export interface ByteSource {
  /** Bytes in all. */
  readonly size: number;
  /** Exactly `length` bytes from `offset`, or fewer at the end. */
  readonly read: (offset: number, length: number) => Promise<Uint8Array>;
}

/** A source over bytes in memory; reads copy nothing. */
export function bytesSource(bytes: Uint8Array): ByteSource {
  return { size: bytes.length, read: (offset, length) => Promise.resolve(bytes.subarray(offset, offset + length)) };
}
