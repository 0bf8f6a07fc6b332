/**
 * Copies rows of `width` items that are not dead, one after the other, to row `base` of `target` and on.
 *
 * @param dead 1 for each row to leave out; null: none
 */
export function copyLive<Rows extends Uint8Array | Uint32Array | Float32Array | Float64Array>(
  source: Rows,
  width: number,
  target: Rows,
  base: number,
  dead: Uint8Array | null,
): void {
  if (dead === null) {
    target.set(source, base * width);
    return;
  }
  let to = base;
  for (let from = 0; from < dead.length; ) {
    if (dead[from] === 1) {
      from++;
      continue;
    }
    let end = from + 1;
    while (end < dead.length && dead[end] === 0) end++;
    target.set(source.subarray(from * width, end * width), to * width);
    to += end - from;
    from = end;
  }
}
