import type { Block } from "../model/section.ts";
import type { Span } from "../model/span.ts";
import type { LineTable } from "../text/line-table.ts";

/**
 * Runs of lines that are not blank, between two offsets that are starts of lines (or the end of the text), as blocks of one kind;
 * each ends behind its last line break.
 *
 * Cost: linear.
 */
export function paragraphs(text: string, lines: LineTable, range: Span, kind: Block["kind"]): Block[] {
  const blocks: Block[] = [];
  if (range.start >= range.end) return blocks;
  let start = -1;
  for (let line = lines.lineAt(range.start); ; line++) {
    const from = lines.starts[line] ?? text.length;
    const over = from >= range.end;
    const to = lines.starts[line + 1] ?? text.length;
    const blank = over || isBlank(text, from, to);
    if (!blank && start < 0) start = from;
    if (blank && start >= 0) {
      blocks.push({ kind, span: { start, end: Math.min(from, range.end) } });
      start = -1;
    }
    if (over) return blocks;
  }
}

/** Whether a line holds only spaces, tabs and its break. */
export function isBlank(text: string, from: number, to: number): boolean {
  for (let i = from; i < to; i++) {
    const code = text.charCodeAt(i);
    if (code !== 32 && (code < 9 || code > 13)) return false;
  }
  return true;
}
