/** The drawers of a mask as a list, ascending. */
export function ordinalsOf(mask: Uint8Array): Uint32Array {
  const list = new Uint32Array(mask.length);
  let count = 0;
  for (let o = 0; o < mask.length; o++) {
    list[count] = o;
    count += mask[o] as number;
  }
  return list.slice(0, count);
}

/** 1 for each drawer of a list and for those within `reach` ordinals of one: the drawers whose scores its priors need. */
export function withNeighbours(ordinals: Uint32Array, size: number, reach: number): Uint8Array {
  const wide = new Uint8Array(size);
  let done = 0;
  for (let i = 0; i < ordinals.length; i++) {
    const ordinal = ordinals[i] as number;
    const end = Math.min(size, ordinal + reach + 1);
    for (let near = Math.max(done, ordinal - reach, 0); near < end; near++) wide[near] = 1;
    done = end;
  }
  return wide;
}
