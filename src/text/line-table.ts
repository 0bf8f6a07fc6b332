import type { Block, Range, Span } from "../model/section.ts";

/** Where the lines of a text start. Lines end at `\n`, `\r\n` or `\r`; what follows the last line break is a line only if it isn't empty. */
export interface LineTable {
  /** Start of each line, ascending; [0] at least. */
  readonly starts: readonly number[];
  /** 0-based line that holds the character at `offset`. */
  readonly lineAt: (offset: number) => number;
  /** 1-based, inclusive lines of a span; an empty span counts as the line that it stands in. */
  readonly linesOf: (span: Span) => Range;
}

/**
 * Makes a line table.
 * @example lineTable("a\nb\n").starts // [0, 2]
 * Cost: linear once; then logarithmic a question.
 */
export function lineTable(text: string): LineTable {
  const starts = lineStarts(text);
  const lineAt = (offset: number): number => pageAt(starts, offset) - 1;
  return {
    starts,
    lineAt,
    linesOf: ({ start, end }) => ({ start: lineAt(start) + 1, end: lineAt(Math.max(start, end - 1)) + 1 }),
  };
}

/** Index of the first block that ends behind `at`; the number of blocks when none does. @param blocks ascending, apart from each other */
export const firstBlockBehind = (blocks: readonly Block[], at: number): number =>
  firstWhere(blocks.length, (i) => (blocks[i] as Block).span.end > at);

/** The blocks inside a span, those that reach over its edge cut at it. @param blocks ascending, apart from each other */
export function blocksWithin(blocks: readonly Block[], { start, end }: Span): Block[] {
  const within: Block[] = [];
  for (let i = firstBlockBehind(blocks, start); i < blocks.length && (blocks[i] as Block).span.start < end; i++) {
    const block = blocks[i] as Block;
    within.push({ ...block, span: { start: Math.max(start, block.span.start), end: Math.min(end, block.span.end) } });
  }
  return within;
}

function lineStarts(text: string): number[] {
  const starts = [0];
  for (const { 0: mark, index } of text.matchAll(/\r\n?|\n/g))
    if (index + mark.length < text.length) starts.push(index + mark.length);
  return starts;
}

/**
 * The first index of an ascending order from which on something holds; `length` where it holds nowhere. Cost: logarithmic.
 * @example firstWhere(starts.length, (line) => starts[line] > offset) - 1 // the line that holds an offset
 */
function firstWhere(length: number, holds: (at: number) => boolean): number {
  let [low, high] = [0, length];
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (holds(middle)) high = middle;
    else low = middle + 1;
  }
  return low;
}

/** The 1-based page that holds an offset: the last one that starts at or before it. @param pageStarts ascending */
export const pageAt = (pageStarts: readonly number[], offset: number): number =>
  Math.max(
    1,
    firstWhere(pageStarts.length, (page) => (pageStarts[page] as number) > offset),
  );
