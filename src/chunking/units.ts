import type { Block, Section } from "../model/section.ts";
import { finePieces } from "./fine-pieces.ts";
import type { Unit } from "./unit.ts";

/** Starting a chunk before a block of the same kind as the one before: between rows, list items. */
const SAME_KIND: Readonly<Record<Block["kind"], number>> = { paragraph: 0, fence: 0, heading: 0, other: 0.05, list: 0.1, row: 0.2, table: 0.1 };
/** Between a line that announces ("as follows:") and what it announces. */
const ANNOUNCED = 0.3;
/** Before the body of a heading. */
const AFTER_HEADING = 0.6;

/**
 * The units of a section: its blocks, each with the blank lines behind it (the first also with those before); a block that alone is
 * too large in finer pieces.
 *
 * Cost: linear.
 */
export function units(text: string, section: Section, limit: number): Unit[] {
  const { span, blocks } = section;
  if (blocks.length === 0) return finePieces(text, span, "paragraph", limit, 0);
  return blocks.flatMap((block, i) => {
    const start = i === 0 ? span.start : block.span.start;
    const end = blocks[i + 1]?.span.start ?? span.end;
    const penalty = penaltyBefore(text, blocks[i - 1], block);
    return end - start <= limit ? [{ start, end, penalty }] : finePieces(text, { start, end }, block.kind, limit, penalty);
  });
}

function penaltyBefore(text: string, before: Block | undefined, block: Block): number {
  if (before === undefined) return 0;
  if (before.kind === "heading") return AFTER_HEADING;
  if (before.kind === block.kind) return SAME_KIND[block.kind];
  return before.kind === "paragraph" && /:\s*$/.test(text.slice(Math.max(before.span.start, before.span.end - 8), before.span.end)) ? ANNOUNCED : 0.02;
}
