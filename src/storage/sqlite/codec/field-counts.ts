/** Occurrences of a term in one drawer, by field. */
export interface FieldCounts {
  readonly heading: number;
  readonly content: number;
  readonly breadcrumb: number;
}

/** The code that says: the counts did not fit and stand beside. */
export const WIDE = 255;
/** The code of the commonest case, once in the content. */
export const ONCE = 1;

/** Counts in one byte: content below 16, heading and breadcrumb below 4; `WIDE` for what doesn't fit. */
export function packCounts(heading: number, content: number, breadcrumb: number): number {
  return content < 16 && heading < 4 && breadcrumb < 4 ? content | (heading << 4) | (breadcrumb << 6) : WIDE;
}

/** The counts of a code other than `WIDE`. */
export function unpackCounts(code: number): FieldCounts {
  return { heading: (code >> 4) & 3, content: code & 15, breadcrumb: code >> 6 };
}
