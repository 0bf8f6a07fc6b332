import type { Segment } from "./segment.ts";

/** Segments that stand on one baseline, in reading direction. */
export interface Row {
  readonly segments: readonly Segment[];
  /** Baseline, points from the top of the page. */
  readonly y: number;
  readonly size: number;
  /** In a table, where the row doesn't fill it: the column of each segment, from 0. */
  readonly columns?: readonly number[];
}

/** Groups segments by baseline, top to bottom. Cost: a sort. */
export function groupRows(segments: readonly Segment[]): Row[] {
  const sorted = [...segments].sort((a, b) => a.y - b.y || a.order - b.order);
  const rows: Segment[][] = [];
  let base: Segment | undefined;
  for (const segment of sorted) {
    const row = rows[rows.length - 1];
    if (
      row !== undefined &&
      base !== undefined &&
      Math.abs(segment.y - base.y) <= 0.4 * Math.max(segment.size, base.size) &&
      fitsBeside(row, segment)
    ) {
      row.push(segment);
      if (segment.size > base.size) base = segment;
    } else {
      rows.push([segment]);
      base = segment;
    }
  }
  return rows.map((row) => {
    const largest = row.reduce((a, b) => (b.size > a.size ? b : a));
    return { segments: inReadingDirection(row), y: largest.y, size: largest.size };
  });
}

/** Two segments that overlap sideways are two lines, however near their baselines are. */
function fitsBeside(row: readonly Segment[], segment: Segment): boolean {
  return row.every(
    (other) =>
      Math.min(other.right, segment.right) - Math.max(other.x, segment.x) < 0.5 * Math.min(other.size, segment.size),
  );
}

function inReadingDirection(row: readonly Segment[]): Segment[] {
  const against = row.filter((segment) => segment.rtl);
  // Numbers run with the letters beside them. A line of a page that runs from right to left does so too, however many foreign words it has.
  const mirrored = row.some((segment) => segment.tight);
  const left =
    against.length > 0 &&
    (mirrored ? letters(against) > 0 && letters(against) === letters(row) : 2 * letters(against) > letters(row));
  return [...row].sort((a, b) => (left ? b.right - a.right : a.x - b.x) || a.order - b.order);
}

function letters(segments: readonly Segment[]): number {
  return segments.reduce((sum, { text }) => sum + text.replaceAll(/\P{L}+/gu, "").length, 0);
}
