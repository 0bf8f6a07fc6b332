import type { Range, Span } from "../model/span.ts";

/**
 * The pages of a span, 1-based: by where pages start in the text, else the section's own.
 *
 * @param pageStarts ascending offsets; undefined for formats without pages
 */
export function pagesOf(pageStarts: readonly number[] | undefined, sectionPages: Range | null, span: Span): Range | null {
  if (pageStarts === undefined || pageStarts.length === 0) return sectionPages;
  return { start: pageAt(pageStarts, span.start), end: pageAt(pageStarts, Math.max(span.start, span.end - 1)) };
}

function pageAt(pageStarts: readonly number[], offset: number): number {
  let low = 0;
  let high = pageStarts.length - 1;
  while (low < high) {
    const middle = (low + high + 1) >>> 1;
    if ((pageStarts[middle] as number) <= offset) low = middle;
    else high = middle - 1;
  }
  return low + 1;
}
