import type { Span } from "./span.ts";

/** Steps of a point that places are counted in. */
const STEPS = 10;

/**
 * Where the lines of a document's text stand on its pages: columns, a line a row, in the order of the text. Lengths are tenths of a point, from the upper
 * left corner of the page as it is shown.
 */
export interface LinePlaces {
  /** Where each line begins in the text; ascending. */
  readonly starts: Int32Array;
  /** Its page, from 1. */
  readonly pages: Int32Array;
  /** Four a line: left, top, width, height. */
  readonly boxes: Int32Array;
  /** Two a page: width and height. */
  readonly sizes: Int32Array;
}

/** A line on its page, or the part of one that was asked for; lengths in points from the upper left corner of the page as it is shown. */
export interface PlacedLine {
  /** What of the text stands there. */
  readonly span: Span;
  /** From 1. */
  readonly page: number;
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
  /** Of the page. */
  readonly pageWidth: number;
  readonly pageHeight: number;
}

/**
 * The lines that hold a span of the text. Of the first and the last one, what lies outside is left out by its share of the line's characters: nobody
 * knows how wide each of them is.
 *
 * @param end where the text ends
 */
export function placedLines(places: LinePlaces, span: Span, end: number): readonly PlacedLine[] {
  const { starts, pages, boxes, sizes } = places;
  const found: PlacedLine[] = [];
  for (let i = firstAt(starts, span.start); i < starts.length && (starts[i] as number) < span.end; i++) {
    const line = { start: starts[i] as number, end: starts[i + 1] ?? end };
    const inside = { start: Math.max(line.start, span.start), end: Math.min(line.end, span.end) };
    if (inside.end <= inside.start) continue;
    const [left, top, width, height] = boxes.subarray(4 * i, 4 * i + 4) as unknown as [number, number, number, number];
    const page = pages[i] as number;
    const share = (offset: number): number => ((offset - line.start) / (line.end - line.start)) * width;
    found.push({
      span: inside,
      page,
      x: rounded(left + share(inside.start)),
      y: rounded(top),
      width: rounded(share(inside.end) - share(inside.start)),
      height: rounded(height),
      pageWidth: rounded(sizes[2 * page - 2] ?? 0),
      pageHeight: rounded(sizes[2 * page - 1] ?? 0),
    });
  }
  return found;
}

/** A length in points as places count it. */
export function inSteps(points: number): number {
  return Math.round(points * STEPS);
}

function rounded(steps: number): number {
  return Math.round(steps) / STEPS;
}

/** The last line that begins at an offset or before it; 0 where there is none. */
function firstAt(starts: Int32Array, offset: number): number {
  let low = 0;
  let high = starts.length;
  while (high - low > 1) {
    const middle = (low + high) >> 1;
    if ((starts[middle] as number) <= offset) low = middle;
    else high = middle;
  }
  return low;
}
