import { median } from "../measure/quantile.ts";

/** Processor time of the same work by two builds, taken one right after the other, milliseconds. */
export interface Pair {
  readonly before: number;
  readonly now: number;
}

/** A build may take so much more than the one before it: what differs less may be the machine. */
export const TOLERANCE = 1.08;
/** Pairs that must agree. */
export const PAIRS = 3;

/**
 * Whether a build is slower: in every one of the pairs by more than the tolerance. One pair may meet a busy moment, and a single quick one says that it
 * can be as quick.
 *
 * @param pairs at least `PAIRS`, else nothing is said
 */
export function isSlower(pairs: readonly Pair[]): boolean {
  return pairs.length >= PAIRS && pairs.every(({ before, now }) => now > TOLERANCE * before);
}

/** Median of both, and of the ratios. @param pairs at least one */
export function summary(pairs: readonly Pair[]): Pair & { readonly ratio: number } {
  return {
    before: median(pairs.map(({ before }) => before)),
    now: median(pairs.map(({ now }) => now)),
    ratio: median(pairs.map(({ before, now }) => now / before)),
  };
}
