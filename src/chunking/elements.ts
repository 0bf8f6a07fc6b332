import type { Block, ElementType, Section, Span } from "../model/section.ts";
import { firstBlockBehind } from "../text/line-table.ts";
import { sentences } from "../text/sentences.ts";

const TYPES: Readonly<Record<Block["kind"], ElementType | null>> = {
  fence: "code",
  row: "table",
  table: "table",
  toc: "toc_entry",
  list: "list",
  paragraph: null,
  other: null,
  heading: null,
};

/** A line of a table of contents that is a link to a heading of the same document. */
const TOC_LINK = /^\s*(?:(?:[-*+]|\d+[.)])\s+)?\[[^\]\n]+\]\(#[^)\s]*\)\s*$/u;
/** The end of one that is a title with dots up to its page; more than the last three dots would only be tried over and over. */
const TOC_PAGE = /\S\s*(?:[.·…]\s?){3}\s*[\divxlc]{1,6}$/iu;
/** Characters that such an end has at most. */
const TOC_TAIL = 80;
/** Entries from which on lines are a table of contents: one or two may be references. */
const TOC_ENTRIES = 3;

/** Size, in characters, below which text goes with the element beside it: a drawer of its own would say too little. */
const LEAST = 100;
/** Longest line that announces an element ("The prices are:"), in characters. */
const ANNOUNCEMENT = 200;

function typeOf(text: string, block: Block): ElementType | null {
  const { kind, span } = block;
  const type = TYPES[kind];
  if ((type !== null && type !== "list") || kind === "heading") return type;
  let isToc = CONTENTS.get(block);
  if (isToc === undefined) {
    const lines = text.slice(span.start, span.end).split("\n");
    CONTENTS.set(block, (isToc = lines.every((line) => line.trim() === "" || isTocLine(line))));
  }
  return isToc ? "toc_entry" : type;
}

/** Blocks that were looked at, since every chunk of a long one asks again. */
const CONTENTS = new WeakMap<Block, boolean>();

const isTocLine = (line: string): boolean => TOC_LINK.test(line) || TOC_PAGE.test(line.trimEnd().slice(-TOC_TAIL));

/** Blocks of one kind in a row that are an element of their own. */
interface Element extends Span {
  readonly type: ElementType;
}

/** The tables and tables of contents among a section's blocks, in order. */
function elements(text: string, { blocks }: Section): readonly Element[] {
  const found: (Element & { readonly lines: number })[] = [];
  let last: ElementType | null = null;
  for (const block of blocks) {
    const type = typeOf(text, block);
    const { start, end } = block.span;
    const lines = text.slice(start, end).trimEnd().split("\n").length;
    const before = found.at(-1);
    if (type === "table" || type === "toc_entry") {
      if (before !== undefined && type === last)
        found[found.length - 1] = { type, start: before.start, end, lines: before.lines + lines };
      else found.push({ type, start, end, lines });
    }
    last = type;
  }
  return found.filter(({ type, lines }) => type === "table" || lines >= TOC_ENTRIES);
}

/**
 * Cuts a section so that its tables, and tables of contents, stand apart from what is around them: with the line that announces them, and
 * with what beside them is too little to stand alone. A section without them, or of nothing else, is one span; so is one of pages, whose rows
 * are guessed from where words stand: cut there, a manual of lists of arguments became three times as many drawers.
 * Cost: linear.
 */
export function elementSpans(text: string, section: Section): readonly Span[] {
  if (section.pages !== null) return [section.span];
  const cuts: number[] = [];
  let from = section.span.start;
  const cut = (at: number, left: number): void => {
    if (at - from < LEAST || left - at < LEAST) return;
    cuts.push(at);
    from = at;
  };
  const { blocks } = section;
  for (const { start, end } of elements(text, section)) {
    const at = firstBlockBehind(blocks, start);
    const before = blocks[at - 1];
    const announced = before !== undefined && isAnnouncement(text, before) ? before.span.start : start;
    cut(announced, Math.max(end, announced + LEAST));
    const next = blocks[firstBlockBehind(blocks, end)];
    if (next !== undefined) cut(next.span.start, section.span.end);
  }
  const starts = [section.span.start, ...cuts];
  return starts.map((start, i) => ({ start, end: starts[i + 1] ?? section.span.end }));
}

const isAnnouncement = (text: string, { kind, span: { start, end } }: Block): boolean =>
  kind === "paragraph" && end - start <= ANNOUNCEMENT && /[:：]\s*$/u.test(text.slice(start, end));

/**
 * What a chunk of a section is made of: a table, or a table of contents, where that is half of it or leaves little else; `code` or `list`
 * when all its blocks but headings are; else what the section is.
 */
export function elementTypeOf(text: string, section: Section, span: Span): ElementType {
  let only: ElementType | null | undefined;
  const sizes = { table: 0, toc_entry: 0, rest: 0 };
  let entries = 0;
  for (let i = firstBlockBehind(section.blocks, span.start); i < section.blocks.length; i++) {
    const block = section.blocks[i] as Block;
    const [start, end] = [Math.max(block.span.start, span.start), Math.min(block.span.end, span.end)];
    if (block.span.start >= span.end) break;
    if (block.kind === "heading") continue;
    const type = typeOf(text, block);
    only = only === undefined || only === type ? type : null;
    sizes[type === "table" || type === "toc_entry" ? type : "rest"] += end - start;
    if (type === "toc_entry") entries += text.slice(start, end).trimEnd().split("\n").length;
  }
  if (entries < TOC_ENTRIES) sizes.toc_entry = 0;
  const size = Math.max(sizes.table, sizes.toc_entry);
  const other = sizes.rest + Math.min(sizes.table, sizes.toc_entry);
  if (size > 0 && (other < LEAST || other <= size)) return size === sizes.table ? "table" : "toc_entry";
  return only === undefined || only === null || only === "toc_entry" ? section.elementType : only;
}

/** Share of a chunk that its overlap may be; page 01. */
export const LARGEST_SHARE = 0.15;

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
 * @param before the chunk before, without its own overlap
 * @param core the chunk, without overlap
 */
export function overlapStart({ text, blocks, limit, overlapLines }: Cut, before: Span, core: Span): number {
  if (overlapLines === 0) return core.start;
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
