import type { ParsedDocument, Section, Span } from "../../model/section.ts";
import { LociError } from "../../model/error.ts";
import { blocksWithin, pageAt } from "../../text/line-table.ts";
import { type BinaryInput, skipFile } from "../parser-input.ts";
import { infoMetadata, openPdf } from "./open-pdf.ts";
import { drawsAnything, type OpenPdf } from "./pdf-document.ts";
import { findHeadings } from "./find-headings.ts";
import { hyphenRule, joinText } from "./join-text.ts";
import { dropPdfium } from "./pdfium.ts";
import { joinInitials, joinSegments, mirror, runsLeft, type Segment } from "./segment.ts";
import { groupRows, type Line } from "./line.ts";
import { firstLines, placeEntries, readOutline } from "./outline.ts";
import { findParagraphs, type Paragraph } from "./paragraphs.ts";
import { type PageFrames, readFrames } from "./read-frames.ts";
import { readOverlays } from "./read-overlays.ts";
import { readingOrder } from "./reading-order.ts";
import { lineNumbers, findRunningHeads } from "./running-heads.ts";

/** Under so many characters a document without an outline is one section. */
const SMALL = 500;

/**
 * Parses a PDF: with an outline, one section an entry, cut at the destination's height on its page; without, one a
 * heading that is recognised by its type, or one a page; a small one is one section. The text is what a reader reads: in reading order, lines flowing, words
 * rejoined, running heads and page numbers left out, what was filled into forms in its place. Every section and `pageStarts` say the pages.
 * @throws LociError `FILE_SKIPPED`: see `openPdf`; and `image-only`, `unreadable-fonts`, `empty`, `nesting`
 * Cost: about 3 ms a dense page; memory for one page's glyphs and the whole text.
 */
export async function parsePdf(input: BinaryInput): Promise<ParsedDocument> {
  try {
    return compose(await readPdf(input));
  } catch (error) {
    if (error instanceof LociError) throw error;
    // After an error inside the library nothing that it holds can be trusted.
    dropPdfium();
    throw skipFile(input.path, "damaged", { cause: error });
  }
}

async function readPdf(input: BinaryInput) {
  const pdf = await openPdf(input);
  try {
    const { pageCount } = pdf;
    const { lines, pages, mirrored, unreadable } = readLines(pdf, input);
    if (lines.length === 0) {
      const reason = unreadable.length > 0 ? "unreadable-fonts" : drawsAnything(pdf) ? "image-only" : "empty";
      throw skipFile(input.path, reason, { pages: pageCount });
    }
    // Where in a mirrored page an entry stands from the left says nothing.
    const outline = readOutline(pdf, input, pages).map((entry) =>
      mirrored.has(entry.page) ? { ...entry, x: null } : entry,
    );
    const metadata = { ...infoMetadata(pdf), ...(unreadable.length === 0 ? {} : { unreadablePages: unreadable }) };
    return { lines, outline, pageCount, metadata };
  } finally {
    pdf.close();
  }
}

/**
 * The document's lines in reading order, without running heads; by page, the angle at which its
 * text runs; the pages that run from right to left; and the numbers of those that can't be read.
 */
function readLines(pdf: OpenPdf, { path }: BinaryInput) {
  const mirrored = new Set<number>();
  const unreadable: number[] = [];
  const pages: Pick<PageFrames, "view" | "turned">[] = [];
  const upright: Segment[][] = [];
  const turned: { readonly angle: number; readonly segments: Segment[] }[][] = [];
  const heights: number[] = [];
  const withoutNumbers = lineNumbers();
  for (let number = 1; number <= pdf.pageCount; number++) {
    const read = pdf.withPage(number - 1, (page) => readFrames(page, readOverlays(pdf, page)));
    if (read === null) throw skipFile(path, "damaged", { page: number });
    const { frames } = read;
    if (read.unreadable) unreadable.push(number);
    pages.push({ view: read.view, turned: read.turned });
    heights.push(read.height);
    const segments = joinInitials(
      frames.filter(({ angle }) => angle === 0).flatMap(({ fragments }) => joinSegments(withoutNumbers(fragments))),
    );
    const left = runsLeft(segments);
    if (left) mirrored.add(number - 1);
    upright.push(left ? mirror(segments) : segments);
    turned.push(
      frames
        .filter(({ angle }) => angle !== 0)
        .map(({ angle, fragments }) => ({ angle, segments: joinSegments(fragments) })),
    );
  }
  const heads = findRunningHeads(
    upright.map((segments, page) => ({ rows: groupRows(segments), height: heights[page] as number })),
  );
  const known = new Set<number>();
  const lines = heads.flatMap((heading, page) => {
    const segments = upright[page] as Segment[];
    // Of a long document this is the most that is held.
    upright[page] = [];
    const removed = new Set([...heading].flatMap((row) => row.segments));
    const lines = readingOrder(
      segments.filter((segment) => !removed.has(segment)),
      page,
      known,
    );
    let columns = (lines[lines.length - 1]?.column ?? -1) + 1;
    for (const frame of turned[page] ?? []) {
      const more = readingOrder(frame.segments, page);
      lines.push(...more.map((line) => ({ ...line, column: line.column + columns })));
      columns += (more[more.length - 1]?.column ?? -1) + 1;
    }
    return lines;
  });
  return { lines, pages, mirrored, unreadable };
}

function compose({ lines, pageCount, outline, metadata }: Awaited<ReturnType<typeof readPdf>>): ParsedDocument {
  const hyphens = hyphenRule(lines);
  const headings = outline.length > 0 ? [] : findHeadings(lines, pageCount, hyphens);
  const entries = outline.length > 0 ? outline : headings.map(({ entry }) => entry);
  const outlined = entries.length > 0;
  const starts = outline.length > 0 ? placeEntries(outline, lines) : headings.map(({ line }) => line);
  const paragraphs = findParagraphs(lines, new Set(starts));
  const starting = new Set(starts.map((index) => lines[index]));
  const flowsOver = (before: Paragraph, after: Paragraph) =>
    outlined && runsOn(before, after) && !starting.has(after.lines[0]);
  const { text, lineStarts, blocks } = joinText(paragraphs, hyphens, flowsOver);
  const offsetOf = (line: number) => lineStarts[line] ?? text.length;
  const firstLine = firstLines(lines);
  const pageStarts = Array.from({ length: pageCount }, (_, page) => (page === 0 ? 0 : offsetOf(firstLine(page))));
  const section = (of: Pick<Section, "title" | "breadcrumb" | "level" | "elementType">, span: Span): Section => ({
    ...of,
    span,
    lines: null,
    pages: {
      start: pageAt(pageStarts, span.start),
      end: pageAt(pageStarts, Math.max(span.start, span.start + text.slice(span.start, span.end).trimEnd().length - 1)),
    },
    blocks: blocksWithin(blocks, span),
  });
  const untitled = { title: "", breadcrumb: [], level: 0, elementType: "section" } as const;
  let sections: Section[];
  if (outlined) {
    const placed = entries
      .map((entry, i) => ({ entry, start: offsetOf(starts[i] as number) }))
      .sort((a, b) => a.start - b.start);
    sections = placed.map(({ entry: { title, breadcrumb, level }, start }, i) =>
      section(
        { title, breadcrumb, level: Math.min(6, level), elementType: "section" },
        { start, end: placed[i + 1]?.start ?? text.length },
      ),
    );
    const first = placed[0]?.start ?? 0;
    if (first > 0) sections.unshift(section(untitled, { start: 0, end: first }));
  } else if (pageCount === 1 || text.length < SMALL) {
    sections = [section(untitled, { start: 0, end: text.length })];
  } else {
    sections = pageStarts.flatMap((start, page) => {
      const end = pageStarts[page + 1] ?? text.length;
      const title = `Page ${page + 1}`;
      const of = { title, breadcrumb: [title], level: 0, elementType: "page" } as const;
      return end > start ? [section(of, { start, end })] : [];
    });
  }
  return { text, sections, metadata, pageStarts };
}

/** Whether a paragraph goes on behind the end of its page or column: in the middle of a sentence, in the same type. */
function runsOn(before: Paragraph, after: Paragraph): boolean {
  const last = before.lines[before.lines.length - 1] as Line;
  const next = after.lines[0] as Line;
  if (last.page === next.page && last.column === next.column) return false;
  if (next.page - last.page > 1 || before.kind === "code" || before.kind === "rows" || after.kind !== "prose")
    return false;
  if (Math.abs(last.size - next.size) > 0.05 * last.size) return false;
  return /^\p{Ll}/u.test(next.text)
    ? !/[.!?:;]["'”’)\]]*$/u.test(last.text)
    : /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}、]$/u.test(last.text) &&
        /^[\p{Script=Hiragana}\p{Script=Katakana}]/u.test(next.text);
}
