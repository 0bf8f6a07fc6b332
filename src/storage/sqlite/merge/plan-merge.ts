/** What a plan needs of a segment. */
export interface Mergeable {
  readonly drawers: number;
  readonly live: { readonly drawers: number };
}

/** When segments are merged. */
export interface MergePolicy {
  /** Segments of one size class side by side before they become one. ≥ 2. Rises: fewer rewrites, more segments a search reads. */
  readonly factor: number;
  /** Drawers up to which a segment belongs to the lowest class. ≥ 1. */
  readonly smallest: number;
}

/** The policy unless said otherwise: a drawer is rewritten about log₆(n / 64) times, and a scope has up to 5 segments a class. */
export const DEFAULT_MERGE_POLICY: MergePolicy = { factor: 6, smallest: 64 };

/**
 * Which neighbouring segments of one scope to join next: from (inclusive) to (exclusive), or null.
 *
 * Size classes are powers of `factor` above `smallest`. The lowest class is looked at first: `factor` segments of it, with what is smaller
 * between and beside them, become one. A segment of which more than half is deleted is rewritten alone.
 *
 * @param segments of one scope, in document order
 * @param most drawers that a merge may have: what is larger waits for a larger write, or for `compact`
 */
export function planMerge(
  segments: readonly Mergeable[],
  policy: MergePolicy,
  most = Number.POSITIVE_INFINITY,
): { readonly from: number; readonly to: number } | null {
  const classes = segments.map(({ live }) => sizeClass(live.drawers, policy));
  const highest = Math.max(0, ...classes);
  for (let limit = 0; limit <= highest; limit++) {
    for (let from = 0; from < classes.length;) {
      if ((classes[from] as number) > limit) {
        from++;
        continue;
      }
      let to = from;
      let ofClass = 0;
      for (; to < classes.length && (classes[to] as number) <= limit; to++) if (classes[to] === limit) ofClass++;
      if (ofClass >= policy.factor && drawersOf(segments.slice(from, to)) <= most) return { from, to };
      from = to;
    }
  }
  const wasteful = segments.findIndex(({ drawers, live }) => live.drawers * 2 < drawers && live.drawers <= most);
  return wasteful < 0 ? null : { from: wasteful, to: wasteful + 1 };
}

function sizeClass(drawers: number, { factor, smallest }: MergePolicy): number {
  let size = 0;
  for (let limit = smallest; drawers > limit; limit *= factor) size++;
  return size;
}

function drawersOf(segments: readonly Mergeable[]): number {
  return segments.reduce((sum, { live }) => sum + live.drawers, 0);
}
