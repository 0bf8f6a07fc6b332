import { ID_BYTES, readId } from "../codec/drawer-id.ts";
import type { Segment } from "../segment/segment.ts";
import { TopPool } from "./top-pool.ts";

/**
 * Ids of the newest eligible drawers: by content date, latest first, then by id; those without a date last.
 *
 * @param masks eligible drawers by segment; null: all
 */
export function newestDrawers(segments: readonly Segment[], masks: readonly (Uint8Array | null)[], limit: number): readonly string[] {
  const pool = new TopPool(limit, segments);
  segments.forEach((segment, s) => {
    const { date } = segment.columns();
    const mask = masks[s] ?? null;
    for (let o = 0; o < date.length; o++) {
      if (mask !== null && mask[o] === 0) continue;
      const time = date[o] as number;
      const value = Number.isNaN(time) ? Number.NEGATIVE_INFINITY : time;
      if (value >= pool.floor) pool.offer(value, s, o);
    }
  });
  return pool.ordered().map(({ segment, ordinal }) => readId((segments[segment] as Segment).ids(), ordinal * ID_BYTES));
}
