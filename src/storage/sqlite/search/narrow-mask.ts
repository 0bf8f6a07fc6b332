import type { NumberColumn } from "../segment/segment-columns.ts";

/** Takes out drawers whose code isn't allowed; answers how many, as all functions here do. */
export function keepCodes(mask: Uint8Array, codes: NumberColumn, allowed: Uint8Array): number {
  let removed = 0;
  for (let o = 0; o < mask.length; o++) {
    const stays = (mask[o] as number) & (allowed[codes[o] as number] as number);
    removed += (mask[o] as number) - stays;
    mask[o] = stays;
  }
  return removed;
}

/** Takes out drawers that don't pass. */
export function keepWhere(mask: Uint8Array, passes: (ordinal: number) => boolean): number {
  let removed = 0;
  for (let o = 0; o < mask.length; o++) {
    if (mask[o] === 0 || passes(o)) continue;
    mask[o] = 0;
    removed++;
  }
  return removed;
}

/** Takes out drawers of documents that don't pass. @param starts by document: ordinal of its first drawer, and the end */
export function keepDocuments(mask: Uint8Array, starts: Uint32Array, passes: (document: number) => boolean): number {
  let removed = 0;
  for (let d = 0; d + 1 < starts.length; d++) {
    if (passes(d)) continue;
    const end = starts[d + 1] as number;
    for (let o = starts[d] as number; o < end; o++) {
      removed += mask[o] as number;
      mask[o] = 0;
    }
  }
  return removed;
}

/** Takes out all but `ordinals`, which are in the mask. */
export function keepOrdinals(mask: Uint8Array, ordinals: readonly number[]): number {
  let before = 0;
  for (let o = 0; o < mask.length; o++) before += mask[o] as number;
  mask.fill(0);
  for (const ordinal of ordinals) mask[ordinal] = 1;
  return before - ordinals.length;
}

/** Takes out `ordinals`. */
export function dropOrdinals(mask: Uint8Array, ordinals: readonly number[]): number {
  let removed = 0;
  for (const ordinal of ordinals) {
    removed += mask[ordinal] as number;
    mask[ordinal] = 0;
  }
  return removed;
}
