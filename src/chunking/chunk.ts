import type { Drawer } from "../model/drawer.ts";
import { LociError } from "../model/error.ts";
import { type Block, type ParsedDocument, type Range, type Section, type Span, partName } from "../model/section.ts";

import { type LineTable, lineTable, pageAt } from "../text/line-table.ts";
import { elementSpans, elementTypeOf, overlapStart } from "./elements.ts";
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

/** How a document is cut. */
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
 * @throws LociError `CONFIG_INVALID` for sizes out of range
 * @example chunk(parseMarkdown({ text, path }), { maxChunkSize: 1500, overlapLines: 2 })
 * Cost: linear; sections are cut once. Source of size and overlap: memsearch.
 */
export function chunk(document: ParsedDocument, options: ChunkOptions): Chunk[] {
  checkOptions(options);
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
      pages: pagesOf(document.pageStarts, section.pages, trimmed(text, span)),
      part,
      parts: cuts.length,
    };
  });
}

/** A part of a section. */
function within(section: Section, span: Span): Section {
  if (span.start === section.span.start && span.end === section.span.end) return section;
  const blocks = section.blocks.flatMap((block): readonly Block[] => {
    const [start, end] = [Math.max(span.start, block.span.start), Math.min(span.end, block.span.end)];
    return start < end ? [{ ...block, span: { start, end } }] : [];
  });
  return { ...section, span, blocks };
}

/** Without white space at its end, which may reach onto the next page. */
function trimmed(text: string, { start, end }: Span): Span {
  let last = end;
  while (last > start + 1 && text.charCodeAt(last - 1) <= 32) last--;
  return { start, end: last };
}

function cutSection(text: string, section: Section, { maxChunkSize, overlapLines }: ChunkOptions): Span[] {
  if (section.span.end - section.span.start <= maxChunkSize) return [section.span];
  const cores = pack(units(text, section, maxChunkSize), maxChunkSize);
  const cut = { text, blocks: section.blocks, limit: maxChunkSize, overlapLines };
  return cores.map((core, i) => {
    const before = cores[i - 1];
    if (before === undefined || overlapLines === 0) return core;
    return { start: overlapStart(cut, before, core), end: core.end };
  });
}

function checkOptions({ maxChunkSize, overlapLines }: ChunkOptions): void {
  if (!Number.isInteger(maxChunkSize) || maxChunkSize < 200)
    throw new LociError("CONFIG_INVALID", `chunking.max_chunk_size is ${maxChunkSize}`, {
      hint: "use a whole number of characters, 200 or more",
    });
  if (!Number.isInteger(overlapLines) || overlapLines < 0)
    throw new LociError("CONFIG_INVALID", `chunking.overlap_lines is ${overlapLines}`, {
      hint: "use a whole number of lines, 0 or more",
    });
}

/**
 * The pages of a span, 1-based: by where pages start in the text, else the section's own.
 * @param pageStarts ascending offsets; undefined for formats without pages
 */
function pagesOf(pageStarts: readonly number[] | undefined, sectionPages: Range | null, span: Span): Range | null {
  if (pageStarts === undefined || pageStarts.length === 0) return sectionPages;
  return { start: pageAt(pageStarts, span.start), end: pageAt(pageStarts, Math.max(span.start, span.end - 1)) };
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
        current = join(pending, section);
      else joined.push(pending);
    }
    pending = isBare(text, section) ? current : null;
    if (pending === null) joined.push(current);
  }
  if (pending !== null) joined.push(pending);
  return joined;
}

function join(heading: Section, section: Section): Section {
  return {
    ...section,
    span: { start: heading.span.start, end: section.span.end },
    lines:
      heading.lines === null || section.lines === null
        ? section.lines
        : { start: heading.lines.start, end: section.lines.end },
    pages:
      heading.pages === null || section.pages === null
        ? section.pages
        : { start: heading.pages.start, end: section.pages.end },
    blocks: [...heading.blocks, ...section.blocks],
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
  for (let i = 0; i < sections.length;) {
    const first = sections[i] as Section;
    let last = first;
    const blocks: Block[] = [...first.blocks];
    i++;
    while (last.span.end - first.span.start < TINY) {
      const next = sections[i];
      if (next === undefined || next.span.end - first.span.start > limit) break;
      blocks.push(...next.blocks);
      last = next;
      i++;
    }
    joined.push(
      last === first
        ? first
        : {
            ...first,
            span: { start: first.span.start, end: last.span.end },
            lines:
              first.lines === null || last.lines === null ? null : { start: first.lines.start, end: last.lines.end },
            pages:
              first.pages === null || last.pages === null ? null : { start: first.pages.start, end: last.pages.end },
            blocks,
          },
    );
  }
  return joined;
}
