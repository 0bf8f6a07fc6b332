import { Signal } from "../../../model/signals.ts";
import { ID_BYTES, readId } from "../codec/drawer-id.ts";
import type { Segment } from "../segment/segment.ts";
import { visitEligible, type Eligible } from "./eligible.ts";
import { TopPool } from "./top-pool.ts";

/**
 * Ids of the newest eligible drawers: by content date, latest first, then by id; those without a date last.
 */
export function newestDrawers(segments: readonly Segment[], { ordinals }: Eligible, limit: number): readonly string[] {
  const pool = new TopPool(limit, segments);
  segments.forEach((segment, s) => {
    const { date } = segment.columns();
    visitEligible(segment, ordinals[s] ?? null, (o) => {
      const time = date[o] as number;
      const value = Number.isNaN(time) ? Number.NEGATIVE_INFINITY : time;
      if (value >= pool.floor) pool.offer(value, s, o);
    });
  });
  const newest = pool.ordered();
  // Ids are read once a segment: a table sorted the other way asks for every drawer.
  const bySegment = segments.map((): number[] => []);
  for (const { segment, ordinal } of newest) bySegment[segment]?.push(ordinal);
  const ids = segments.map((segment, s) => segment.idsOf(bySegment[s] as number[]));
  const read = segments.map(() => 0);
  return newest.map(({ segment }) => {
    const at = read[segment] as number;
    read[segment] = at + 1;
    return readId(ids[segment] as Buffer, at * ID_BYTES);
  });
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
