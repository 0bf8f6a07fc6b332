import type { Block } from "../../model/section.ts";
import type { LineTable } from "../../text/line-table.ts";
import { isBlank, paragraphs } from "../paragraphs.ts";

/** The part of a markdown-it block token that is read here. */
export interface BlockToken {
  readonly type: string;
  readonly nesting: number;
  readonly level: number;
  /** Lines [from, to) of the text that was parsed, 0-based. */
  readonly map: readonly [number, number] | null;
}

/** A list item or quote up to this many characters is one block; a longer one gives the blocks inside it. */
const WHOLE_ITEM = 1_000;

const LEAVES: Readonly<Record<string, Block["kind"]>> = {
  paragraph_open: "paragraph",
  heading_open: "heading",
  fence: "fence",
  code_block: "fence",
  html_block: "other",
  hr: "other",
  tr_open: "row",
};
/** Kept whole while short; deeper ones are looked at only when their parent is long. */
const WHOLES: Readonly<Record<string, Block["kind"]>> = { list_item_open: "list", blockquote_open: "other" };

/**
 * Blocks from markdown-it's block tokens. The head of a table (with the line of dashes) is one row. What no token covers (link
 * definitions, front matter, text nested too deeply) becomes `other`. Blocks start at a line's start and end behind a line's break.
 *
 * @param firstLine the line of the text at which the parsed part starts
 * Cost: linear.
 */
export function markdownBlocks(text: string, lines: LineTable, tokens: readonly BlockToken[], firstLine: number): Block[] {
  const found: Block[] = [];
  let skippedTo = 0;
  let covered = 0;
  const offset = (line: number): number => lines.starts[firstLine + line] ?? text.length;
  const addUncovered = (end: number): void => {
    for (const block of paragraphs(text, lines, { start: covered, end }, "other")) found.push(block);
  };
  for (let i = 0; i < tokens.length; i++) {
    const token = tokens[i] as BlockToken;
    if (token.map === null || token.nesting < 0) continue;
    const kind = LEAVES[token.type] ?? WHOLES[token.type];
    if (kind === undefined) continue;
    let [from, to] = token.map;
    if (kind === "row" && tokens[i - 1]?.type === "thead_open") to += 1;
    while (to > from && isBlank(text, offset(to - 1), offset(to))) to--;
    from = Math.max(from, skippedTo);
    const span = { start: offset(from), end: offset(to) };
    if (to <= from || (WHOLES[token.type] !== undefined && span.end - span.start > WHOLE_ITEM)) continue;
    addUncovered(span.start);
    found.push({ kind, span });
    skippedTo = to;
    covered = span.end;
  }
  addUncovered(text.length);
  return found;
}
