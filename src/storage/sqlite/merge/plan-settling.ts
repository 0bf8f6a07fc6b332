import type { Mergeable } from "./plan-merge.ts";

/** Drawers that are rewritten for each one that the run wrote, at most. */
const REWRITES = 4;
/** Share of a scope's drawers that is rewritten at most: what a merge replaces is free room in the file until it is written to again. */
const SHARE = 0.5;
/** A merge holds all it joins in memory, about a kilobyte a drawer. */
const LARGEST = 131_072;
/** Fewer segments than this are left as they are. */
const FEWEST = 3;

/**
 * Which of a scope's segments to join when a run has ended, from (inclusive) to (exclusive), or null: its last ones, which tiers would
 * keep waiting for more of their size. Each segment that a search reads costs it a look-up a term.
 *
 * @param segments of one scope, in document order
 * @param written drawers of the run
 */
export function planSettling(segments: readonly Mergeable[], written: number): { readonly from: number; readonly to: number } | null {
  const sizes = segments.map(({ live }) => live.drawers);
  const most = Math.min(REWRITES * written, SHARE * sizes.reduce((sum, size) => sum + size, 0), LARGEST);
  let from = sizes.length;
  for (let drawers = 0; from > 0; from--) {
    drawers += sizes[from - 1] as number;
    if (drawers > most) break;
  }
  return sizes.length - from >= FEWEST ? { from, to: sizes.length } : null;
}
