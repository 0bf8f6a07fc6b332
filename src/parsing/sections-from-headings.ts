import type { Block, ElementType, Section, Span } from "../model/section.ts";
import type { LineTable } from "../text/line-table.ts";

export interface FoundHeading {
  /** Without markers, not empty. */
  readonly title: string;
  /** 1–6. */
  readonly level: number;
  readonly start: number;
}

/** What sections are made from. */
export interface Outline {
  readonly text: string;
  /** Null for extracted text, which has no lines of a file. */
  readonly lines: LineTable | null;
  /** Ascending by `start`. */
  readonly headings: readonly FoundHeading[];
  /** Ascending, apart from each other, none across the start of a heading. */
  readonly blocks: readonly Block[];
  readonly elementType: ElementType;
  /** Offset before which the text belongs to the first section even though it isn't blank: the end of front matter. Default 0. */
  readonly absorbed?: number;
}

/**
 * The sections of a text by its headings. They cover it exactly: each reaches to the next heading of any level; text before the first
 * is the preamble (level 0), or belongs to the first section when it is blank or `absorbed`. A breadcrumb leads over the nearest
 * earlier headings of smaller levels. An empty text has no sections.
 * Cost: linear.
 */
export function sectionsFromHeadings({ text, lines, headings, blocks, elementType, absorbed = 0 }: Outline): Section[] {
  const sections: Section[] = [];
  const path: FoundHeading[] = [];
  let nextBlock = 0;
  const add = (of: Pick<Section, "title" | "breadcrumb" | "level">, span: Span): void => {
    const own: Block[] = [];
    for (; nextBlock < blocks.length && (blocks[nextBlock] as Block).span.start < span.end; nextBlock++)
      own.push(blocks[nextBlock] as Block);
    sections.push({ ...of, span, lines: lines?.linesOf(span) ?? null, pages: null, elementType, blocks: own });
  };
  const first = headings[0]?.start ?? text.length;
  const hasPreamble = headings.length === 0 ? text !== "" : /\S/.test(text.slice(absorbed, first));
  if (hasPreamble) add({ title: "", breadcrumb: [], level: 0 }, { start: 0, end: first });
  headings.forEach((heading, i) => {
    const { title, level } = heading;
    while (path.length > 0 && (path[path.length - 1] as FoundHeading).level >= level) path.pop();
    path.push(heading);
    // Headings on one spot are one way to it.
    if (headings[i + 1]?.start === heading.start) return;
    const start = i === 0 && !hasPreamble ? 0 : heading.start;
    const breadcrumb = path.map((above) => above.title);
    add({ title, breadcrumb, level }, { start, end: headings[i + 1]?.start ?? text.length });
  });
  return sections;
}

/**
 * The sections of a text whose `bodies` are blocks as they stand; what lies between these and the headings is cut into paragraphs.
 * Cost: linear.
 */
export function sectionsAround(
  bodies: readonly Block[],
  { text, lines, headings }: Pick<Outline, "text" | "headings"> & { readonly lines: LineTable },
): Section[] {
  const starts = [...headings.map(({ start }) => start), text.length].map((start) => ({ start, end: start }));
  const cuts = [...bodies, ...starts.map((span) => ({ kind: null, span }))];
  cuts.sort((a, b) => a.span.start - b.span.start || a.span.end - b.span.end);
  let start = 0;
  const blocks = cuts.flatMap(({ kind, span }): Block[] => {
    const before = paragraphs(text, lines, { kind: "paragraph", span: { start, end: span.start } });
    start = span.end;
    return kind === null ? before : [...before, { kind, span }];
  });
  return sectionsFromHeadings({ text, lines, headings, blocks, elementType: "section" });
}

/**
 * A block that starts and ends where lines do (or at the end of the text), cut into its runs of lines that are not blank; each ends behind
 * its last line break.
 * Cost: linear.
 */
export function paragraphs(text: string, lines: LineTable, { kind, span }: Block): Block[] {
  const blocks: Block[] = [];
  if (span.start >= span.end) return blocks;
  let start = -1;
  for (let line = lines.lineAt(span.start); ; line++) {
    const from = lines.starts[line] ?? text.length;
    const over = from >= span.end;
    const to = lines.starts[line + 1] ?? text.length;
    const blank = over || isBlank(text, from, to);
    if (!blank && start < 0) start = from;
    if (blank && start >= 0) {
      blocks.push({ kind, span: { start, end: Math.min(from, span.end) } });
      start = -1;
    }
    if (over) return blocks;
  }
}

/** Whether a line holds only spaces, tabs and its break. */
export const isBlank = (text: string, from: number, to: number): boolean => /^[\t-\r ]*$/.test(text.slice(from, to));
