import type { Drawer } from "../model/drawer.ts";
import { type Block, type ParsedDocument, type Range, type Section, type Span, partName } from "../model/section.ts";
import { type LineTable, blocksWithin, lineTable, pageAt } from "../text/line-table.ts";
import { LARGEST_SHARE, elementSpans, elementTypeOf, overlapStart } from "./elements.ts";
import { type Unit, finePieces, pack } from "./fine-pieces.ts";
import { opaqueRuns, readableSpans } from "./opaque-runs.ts";

/** Starting a chunk before a block of the same kind as the one before: between rows, list items. */
const SAME_KIND: Readonly<Record<Block["kind"], number>> = {
  paragraph: 0,
  fence: 0,
  heading: 0,
  other: 0.05,
  list: 0.1,
  row: 0.2,
  toc: 0.1,
  table: 0.1,
};
/** Between a line that announces ("as follows:") and what it announces. */
const ANNOUNCED = 0.3;
/** Before the body of a heading. */
const AFTER_HEADING = 0.6;

/**
 * The units of a section: its blocks, each with the blank lines behind it (the first also with those before); a block that alone is
 * too large in finer pieces.
 * Cost: linear.
 */
function units(text: string, section: Section, limit: number): Unit[] {
  const { span, blocks } = section;
  if (blocks.length === 0) return finePieces(text, span, { kind: "paragraph", limit, penalty: 0 });
  return blocks.flatMap((block, i) => {
    const start = i === 0 ? span.start : block.span.start;
    const end = blocks[i + 1]?.span.start ?? span.end;
    const penalty = penaltyBefore(text, blocks[i - 1], block);
    return end - start <= limit
      ? [{ start, end, penalty }]
      : finePieces(text, { start, end }, { kind: block.kind, limit, penalty });
  });
}

function penaltyBefore(text: string, before: Block | undefined, block: Block): number {
  if (before === undefined) return 0;
  if (before.kind === "heading") return AFTER_HEADING;
  if (before.kind === block.kind) return SAME_KIND[block.kind];
  return before.kind === "paragraph" &&
    /:\s*$/.test(text.slice(Math.max(before.span.start, before.span.end - 8), before.span.end))
    ? ANNOUNCED
    : 0.02;
}

export interface ChunkOptions {
  /** Characters (UTF-16 units) of a chunk at most, overlap included; at least 200. Default of the configuration: 1,500. */
  readonly maxChunkSize: number;
  /** Whole lines carried over from the part before, inside a line as many sentences; 0 or more. Default of the configuration: 2. */
  readonly overlapLines: number;
}

/** A piece of a document that becomes a drawer. `text === document.text.slice(span.start, span.end)`. */
export interface Chunk extends Pick<
  Drawer,
  "text" | "span" | "breadcrumb" | "heading" | "headingLevel" | "elementType" | "lines" | "pages"
> {
  /** From 1; null when the section is one chunk. */
  readonly part: number | null;
  readonly parts: number;
}

/**
 * Cuts a document into chunks, in order.
 *
 * - Each section is a chunk (of very many tiny ones each with its neighbours, see `joinTiny`); a heading without text
 * of its own stands with the subsection behind it.
 * - Tables and tables of contents stand apart from what is around them (`elementSpans`).
 * - A section over `maxChunkSize` is cut at the edges of its blocks, else between sentences, lines, words, characters, in this order, into
 *   parts of about the same size. A fence or a table row is cut only when it alone is too large.
 * - A part begins with up to `overlapLines` whole lines of the part before (inside a line as many
 *   sentences), where they are at most 15 % of the chunk and no part of a fence or table.
 * - Runs that are no language (`opaqueRuns`) are in no chunk.
 * - Chunks cover the rest of the text exactly and together are at most 1.25 times its size (here 1 / 0.85 = 1.18). No chunk but the last of a
 *   section is under 100 characters when a neighbour of the same element could hold it. A blank document has none.
 * - Never between the halves of a surrogate pair, nor between `\r` and `\n`.
 * @example chunk(parseMarkdown({ text, path }), { maxChunkSize: 1500, overlapLines: 2 })
 * Cost: linear; sections are cut once. Source of size and overlap: memsearch.
 */
export function chunk(document: ParsedDocument, options: ChunkOptions): Chunk[] {
  const { text } = document;
  if (!/\S/.test(text)) return [];
  const lines = document.sections.some((section) => section.lines !== null) ? lineTable(text) : null;
  const headed = joinHeadings(text, document.sections, options.maxChunkSize);
  const runs = opaqueRuns(text);
  return joinTiny(headed, options.maxChunkSize).flatMap((section) =>
    sectionChunks(document, section, { lines, runs, options }),
  );
}

function sectionChunks(
  document: ParsedDocument,
  section: Section,
  { lines, runs, options }: { lines: LineTable | null; runs: readonly Span[]; options: ChunkOptions },
): Chunk[] {
  const { text } = document;
  const cuts = readableSpans(text, section.span, runs).flatMap((span) =>
    elementSpans(text, within(section, span)).flatMap((one) => cutSection(text, within(section, one), options)),
  );
  return cuts.map((span, i) => {
    const part = cuts.length === 1 ? null : i + 1;
    const heading = part === null || section.title === "" ? section.title : partName(section.title, part);
    return {
      text: text.slice(span.start, span.end),
      span,
      breadcrumb: section.title === "" ? section.breadcrumb : [...section.breadcrumb.slice(0, -1), heading],
      heading,
      headingLevel: section.level,
      elementType: elementTypeOf(text, section, span),
      lines: lines === null || section.lines === null ? null : lines.linesOf(span),
      pages: pagesOf(document, section, span),
      part,
      parts: cuts.length,
    };
  });
}

function within(section: Section, span: Span): Section {
  if (span.start === section.span.start && span.end === section.span.end) return section;
  return { ...section, span, blocks: blocksWithin(section.blocks, span) };
}

function cutSection(text: string, section: Section, { maxChunkSize, overlapLines }: ChunkOptions): Span[] {
  if (section.span.end - section.span.start <= maxChunkSize) return [section.span];
  const cut = { text, blocks: section.blocks, limit: maxChunkSize, overlapLines };
  // What a part as long as may be carries over.
  const carried = (before: Span, start: number): number =>
    start - overlapStart(cut, before, { start, end: start + Math.floor((1 - LARGEST_SHARE) * maxChunkSize) });
  return pack(units(text, section, maxChunkSize), maxChunkSize, carried).map((core, i, cores) => {
    const before = cores[i - 1];
    return before === undefined ? core : { start: overlapStart(cut, before, core), end: core.end };
  });
}

/** The pages of a span, 1-based: by where pages start in the text, else the section's own. */
function pagesOf({ text, pageStarts = [] }: ParsedDocument, section: Section, { start, end }: Span): Range | null {
  if (pageStarts.length === 0) return section.pages;
  // White space at its end may reach onto the next page.
  const last = start + text.slice(start, end).trimEnd().length - 1;
  return { start: pageAt(pageStarts, start), end: pageAt(pageStarts, Math.max(start, last)) };
}

/**
 * Joins each heading that has no text of its own to the subsection behind it: the subsection's span starts at the heading, and keeps
 * its own title, level and breadcrumb (which names the heading). Where the next section isn't below the heading, it stays alone.
 * A preamble that holds no prose (comments, anchors) joins likewise when it is short.
 * @param limit a run of headings longer than this is not joined further
 * Cost: linear.
 */
function joinHeadings(text: string, sections: readonly Section[], limit: number): Section[] {
  const joined: Section[] = [];
  let pending: Section | null = null;
  for (const section of sections) {
    let current: Section = section;
    if (pending !== null) {
      if (section.level > pending.level && section.span.start - pending.span.start < limit / 4)
        current = { ...section, ...fromTo(pending, section), blocks: [...pending.blocks, ...section.blocks] };
      else joined.push(pending);
    }
    pending = isBare(text, section) ? current : null;
    if (pending === null) joined.push(current);
  }
  if (pending !== null) joined.push(pending);
  return joined;
}

/** Where two sections and what is between them stand. */
function fromTo(first: Section, last: Section): Pick<Section, "span" | "lines" | "pages"> {
  const range = (a: Range | null, b: Range | null): Range | null =>
    a === null || b === null ? b : { start: a.start, end: b.end };
  return {
    span: { start: first.span.start, end: last.span.end },
    lines: range(first.lines, last.lines),
    pages: range(first.pages, last.pages),
  };
}

/** Whether a section holds its heading and white space only; a preamble: no prose, and less than 200 characters. */
function isBare(text: string, section: Section): boolean {
  if (section.level === 0)
    return section.span.end - section.span.start < 200 && section.blocks.every(({ kind }) => kind === "other");
  if (section.blocks.length !== 1) return false;
  const only = section.blocks[0] as Block;
  return only.kind === "heading" && text.slice(only.span.end, section.span.end).trim() === "";
}

/** Size, in characters, below which a section is tiny. */
const TINY = 100;
/** Maximum number of tiny sections that stay passages of their own; of more, each says little by itself. */
const MAX_TINY = 100;

/**
 * Joins tiny sections of a document that has very many: each with those behind it until it is no longer tiny, or the next would not fit. What is
 * joined is called after the first. So a document makes at most as many drawers as it has hundreds of characters, and some hundred more.
 * Cost: linear.
 */
function joinTiny(sections: readonly Section[], limit: number): readonly Section[] {
  const size = ({ span }: Section): number => span.end - span.start;
  if (sections.filter((section) => size(section) < TINY).length <= MAX_TINY) return sections;
  const joined: Section[] = [];
  for (const section of sections) {
    const last = joined[joined.length - 1];
    if (last !== undefined && size(last) < TINY && section.span.end - last.span.start <= limit)
      joined[joined.length - 1] = { ...last, ...fromTo(last, section), blocks: [...last.blocks, ...section.blocks] };
    else joined.push(section);
  }
  return joined;
}
