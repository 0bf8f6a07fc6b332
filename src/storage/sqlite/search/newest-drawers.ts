import { Signal } from "../../../model/signals.ts";
import { ID_BYTES, readId } from "../codec/drawer-id.ts";
import type { Segment } from "../segment/segment.ts";
import { visitEligible, type Eligible } from "./eligible.ts";
import { ScratchArrays } from "./scratch-arrays.ts";
import { TopPool } from "./top-pool.ts";

/**
 * Ids of the newest eligible drawers: by content date, latest first, then by id; those without a date last.
 */
export function newestDrawers(segments: readonly Segment[], { ordinals }: Eligible, limit: number): readonly string[] {
  const pool = new TopPool(limit, segments, new ScratchArrays());
  segments.forEach((segment, s) => {
    const { date } = segment.columns();
    visitEligible(segment, ordinals[s] ?? null, (o) => {
      const time = date[o] as number;
      const value = Number.isNaN(time) ? Number.NEGATIVE_INFINITY : time;
      if (value >= pool.floor) pool.offer(value, s, o);
    });
  });
  return pool.ordered().map(({ segment, ordinal }) => readId((segments[segment] as Segment).idsOf([ordinal]), 0));
}

/** Ids of the live drawers that link to another document, ascending. Cost: a pass over a column. */
export function linkingDrawers(segments: readonly Segment[]): readonly string[] {
  return segments
    .flatMap((segment) => {
      const { signals } = segment.columns();
      const found: number[] = [];
      visitEligible(segment, null, (o) => {
        if (((signals[o] as number) & Signal.linking) !== 0) found.push(o);
      });
      const ids = segment.idsOf(found);
      return found.map((_, i) => readId(ids, i * ID_BYTES));
    })
    .sort();
}
