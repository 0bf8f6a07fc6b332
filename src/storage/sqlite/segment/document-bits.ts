/** Bit `index` of a bitmap; bits beyond its end are 0. */
export function hasBit(bits: Uint8Array, index: number): boolean {
  return (((bits[index >> 3] ?? 0) >> (index & 7)) & 1) === 1;
}

/** A bitmap of `size` bits with those of `bits` (null: none) and bit `index` set. */
export function withBit(bits: Uint8Array | null, size: number, index: number): Uint8Array {
  const next = new Uint8Array(Math.ceil(size / 8));
  if (bits !== null) next.set(bits);
  next[index >> 3] = (next[index >> 3] as number) | (1 << (index & 7));
  return next;
}
