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

/** Takes out drawers whose value doesn't pass. */
export function keepMatching(mask: Uint8Array, values: NumberColumn, passes: (value: number) => boolean): number {
  let removed = 0;
  for (let o = 0; o < mask.length; o++) {
    if (mask[o] === 0 || passes(values[o] as number)) continue;
    mask[o] = 0;
    removed++;
  }
  return removed;
}

/** Takes out drawers of which neither code is allowed. */
export function keepEither(
  mask: Uint8Array,
  { codes, allowed }: { readonly codes: NumberColumn; readonly allowed: Uint8Array },
  { others, allowedOthers }: { readonly others: NumberColumn; readonly allowedOthers: Uint8Array },
): number {
  let removed = 0;
  for (let o = 0; o < mask.length; o++) {
    const stays =
      (mask[o] as number) & ((allowed[codes[o] as number] as number) | (allowedOthers[others[o] as number] as number));
    removed += (mask[o] as number) - stays;
    mask[o] = stays;
  }
  return removed;
}

/** Takes out drawers whose pair of codes isn't allowed. @param allowed for a first code: the second codes that may go with it */
export function keepPairs(
  mask: Uint8Array,
  { firsts, seconds }: { readonly firsts: NumberColumn; readonly seconds: NumberColumn },
  allowed: ReadonlyMap<number, Uint8Array>,
): number {
  let removed = 0;
  for (let o = 0; o < mask.length; o++) {
    if (mask[o] === 0 || allowed.get(firsts[o] as number)?.[seconds[o] as number] === 1) continue;
    mask[o] = 0;
    removed++;
  }
  return removed;
}

/** Takes out drawers whose date isn't in [from, before); unknown dates (NaN) too. */
export function keepDates(
  mask: Uint8Array,
  dates: Float64Array,
  { from, before }: { readonly from: number; readonly before: number },
): number {
  let removed = 0;
  for (let o = 0; o < mask.length; o++) {
    const date = dates[o] as number;
    if (mask[o] === 1 && !(date >= from && date < before)) {
      mask[o] = 0;
      removed++;
    }
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
