import type { Segment } from "../segment/segment.ts";
import type { TopPool } from "./top-pool.ts";

/**
 * Offers each eligible drawer's prior (its lexical score and shares of its neighbours' in the document) to the pool, where it is > 0.
 *
 * @param s index of the segment among the visible ones
 * @param mask eligible drawers; null: all
 * Cost: one pass over the segment's drawers.
 */
export function chooseLexical(segment: Segment, s: number, scores: Float64Array, spread: readonly number[], mask: Uint8Array | null, pool: TopPool): void {
  const { starts } = segment.columns();
  const reach = spread.length;
  const shares = Float64Array.from(spread);
  for (let d = 0; d + 1 < starts.length; d++) {
    const start = starts[d] as number;
    const end = starts[d + 1] as number;
    for (let o = start; o < end; o++) {
      if (mask !== null && mask[o] === 0) continue;
      let prior = scores[o] as number;
      for (let distance = 1; distance <= reach; distance++) {
        const before = o - distance >= start ? (scores[o - distance] as number) : 0;
        const after = o + distance < end ? (scores[o + distance] as number) : 0;
        prior += (shares[distance - 1] as number) * (before + after);
      }
      if (prior > 0 && prior >= pool.floor) pool.offer(prior, s, o);
    }
  }
}

/** 1 for each eligible drawer and for those within `reach` ordinals of one: the drawers whose scores its prior needs. */
export function withNeighbours(mask: Uint8Array, reach: number): Uint8Array {
  const wide = mask.slice();
  const size = mask.length;
  for (let o = 0; o < size; o++) {
    if (mask[o] === 0) continue;
    const end = Math.min(size, o + reach + 1);
    for (let near = Math.max(0, o - reach); near < end; near++) wide[near] = 1;
  }
  return wide;
}
