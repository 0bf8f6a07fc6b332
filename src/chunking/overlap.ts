import type { Block } from "../model/section.ts";
import type { Span } from "../model/span.ts";
import { sentences } from "../text/sentences.ts";

/** Share of a chunk that its overlap may be; page 01. */
const LARGEST_SHARE = 0.15;

/** What is cut, and how. */
interface Cut {
  readonly text: string;
  readonly blocks: readonly Block[];
  /** Characters of a chunk at most. */
  readonly limit: number;
  readonly overlapLines: number;
}

/**
 * Where a chunk starts when it carries whole lines over from the one before: up to `overlapLines` lines that aren't blank, as many as fit into
 * `limit` and are at most 15 % of the chunk; inside a line as many sentences. Nothing is carried when the chunk before ends in a fence or a table,
 * unless both are parts of one fence: half a fence would turn what follows into code.
 *
 * @param before the chunk before, without its own overlap
 * @param core the chunk, without overlap
 */
export function overlapStart({ text, blocks, limit, overlapLines }: Cut, before: Span, core: Span): number {
  const size = core.end - core.start;
  const room = Math.min(limit - size, Math.floor((LARGEST_SHARE * size) / (1 - LARGEST_SHARE)));
  const least = Math.max(before.start, core.start - room);
  // The block that is cut here, or else the one before.
  const at = firstBlockBehind(blocks, core.start);
  const cut = blocks[at] !== undefined && (blocks[at] as Block).span.start < core.start;
  const last = blocks[cut ? at : at - 1];
  const within = last === undefined ? before.start : last.span.start;
  if (
    last !== undefined &&
    (last.kind === "row" || last.kind === "table" || last.kind === "toc" || (last.kind === "fence" && !cut))
  )
    return core.start;
  if (!isLineStart(text, core.start)) {
    if (last?.kind === "fence") return core.start;
    const from = Math.max(before.start, within);
    const starts = sentences(text.slice(from, core.start)).map(({ start }) => from + start);
    return starts.slice(-overlapLines).find((start) => start >= least) ?? core.start;
  }
  let start = core.start;
  let carried = 0;
  for (let end = core.start; carried < overlapLines;) {
    const line = lineStartBefore(text, end, least);
    if (line < within) break;
    if (/\S/.test(text.slice(line, end))) {
      carried++;
      start = line;
    }
    end = line;
  }
  return start;
}

function isLineStart(text: string, at: number): boolean {
  const code = text.charCodeAt(at - 1);
  return at === 0 || code === 10 || (code === 13 && text.charCodeAt(at) !== 10);
}

/** Start of the line before the one that starts at `at`; −1 when it starts before `least`. */
function lineStartBefore(text: string, at: number, least: number): number {
  for (let i = at - 1; i >= least; i--) if (i < at - 1 ? isLineStart(text, i) : i === 0) return i;
  return -1;
}

/**
 * Index of the first block that ends behind `at`; the number of blocks when none does.
 *
 * @param blocks ascending, apart from each other
 * Cost: logarithmic.
 */
export function firstBlockBehind(blocks: readonly Block[], at: number): number {
  let low = 0;
  let high = blocks.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((blocks[middle] as Block).span.end > at) high = middle;
    else low = middle + 1;
  }
  return low;
}
