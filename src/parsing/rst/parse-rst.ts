import type { Block, ParsedDocument } from "../../model/section.ts";
import { lineTable, type LineTable } from "../../text/line-table.ts";
import { paragraphs } from "../paragraphs.ts";
import { sectionsFromHeadings } from "../sections-from-headings.ts";
import type { TextInput } from "../binary-input.ts";
import { findTitles } from "./adornments.ts";
import { isoDate } from "../iso-date.ts";

const ADORNMENT = /^([!-/:-@[-`{-~])\1*$/u;
const FIELD = /^:([^:\s][^:]*):(?:\s+(.*))?$/u;

/**
 * The date in the bibliographic fields of a reStructuredText: a list of fields (`:Date: 2024-05-01`) that comes first, or right below the title. A
 * version control's `$Date: 2024/05/01 09:30:00 $` is one too.
 *
 * @param skipped whether a line is part of a directive, a comment or a literal block
 */
function docinfoDate(text: string, lines: LineTable, skipped: (line: number) => boolean): string | undefined {
  const line = (i: number): string => text.slice(lines.starts[i], lines.starts[i + 1] ?? text.length).trimEnd();
  let inFields = false;
  for (let i = 0; i < lines.starts.length; i++) {
    const content = line(i);
    const field = FIELD.exec(content);
    if (field !== null) {
      inFields = true;
      const date =
        field[1]?.toLowerCase() === "date" ? isoDate((field[2] ?? "").replace(/^\$Date:|\$$/gu, "").trim()) : undefined;
      if (date !== undefined) return date;
    } else if (
      inFields
        ? !/^\s/u.test(content)
        : content !== "" && !skipped(i) && !ADORNMENT.test(content) && !ADORNMENT.test(line(i + 1))
    )
      return undefined;
  }
  return undefined;
}

/**
 * reStructuredText: titles by their adornments as sections; directives and literal blocks as blocks that are not cut. The text is the
 * file's own, character for character. The first title, when it stands alone on its level, is the document's; so is the date among its bibliographic fields.
 *
 * Cost: linear.
 */
export function parseRst({ text }: TextInput): ParsedDocument {
  const lines = lineTable(text);
  const bodies = findBodies(text, lines);
  const inside = new Set(bodies.flatMap(({ from, to }) => Array.from({ length: to - from }, (_, i) => from + i)));
  const headings = findTitles(text, lines, (line) => inside.has(line));
  const at = (line: number): number => lines.starts[line] ?? text.length;
  const cuts = [
    ...bodies.map(({ from, to }) => ({ start: at(from), end: at(to) })),
    ...headings.map(({ start }) => ({ start, end: start })),
  ].sort((a, b) => a.start - b.start || a.end - b.end);
  const blocks: Block[] = bodies.map(({ kind, from, to }) => ({ kind, span: { start: at(from), end: at(to) } }));
  let start = 0;
  for (const cut of [...cuts, { start: text.length, end: text.length }]) {
    for (const block of paragraphs(text, lines, { start, end: cut.start }, "paragraph")) blocks.push(block);
    start = Math.max(start, cut.end);
  }
  blocks.sort((a, b) => a.span.start - b.span.start);
  const sections = sectionsFromHeadings({ text, lines, headings, blocks, elementType: "section" });
  const alone = headings[0] !== undefined && headings.filter(({ level }) => level === 1).length === 1;
  const date = docinfoDate(text, lines, (line) => inside.has(line));
  return {
    text,
    sections,
    metadata: {
      ...(alone && { title: (headings[0] as { title: string }).title }),
      ...(date !== undefined && { date }),
    },
    verbatim: "file",
  };
}

/** A directive with its body, or a literal block: lines that belong together. */
interface Body {
  readonly kind: Block["kind"];
  /** 0-based lines, end exclusive. */
  readonly from: number;
  readonly to: number;
}

/**
 * The indented bodies of a reStructuredText: directives (`.. name::` and comments, with everything indented below) and literal
 * blocks (indented below a paragraph that ends in `::`), which hold code, options and raw text.
 *
 * Cost: linear.
 */
function findBodies(text: string, lines: LineTable): Body[] {
  const count = lines.starts.length;
  const line = (i: number): string => text.slice(lines.starts[i], lines.starts[i + 1] ?? text.length).trimEnd();
  const indentOf = (content: string): number => content.length - content.trimStart().length;
  const bodies: Body[] = [];
  for (let i = 0; i < count; i++) {
    const content = line(i);
    const directive = /^\s*\.\.(?:\s|$)/u.test(content);
    const literal = !directive && content.endsWith("::");
    if (!directive && !literal) continue;
    const indent = indentOf(content);
    let end = i + 1;
    for (let k = i + 1; k < count; k++) {
      const below = line(k);
      if (below === "") continue;
      if (indentOf(below) <= indent) break;
      end = k + 1;
    }
    if (directive)
      bodies.push({
        kind: /^\s*\.\.\s+(?:code(?:-block)?|sourcecode|literalinclude|parsed-literal|raw|math|highlight)::/u.test(
          content,
        )
          ? "fence"
          : "other",
        from: i,
        to: end,
      });
    else if (end > i + 1) {
      let start = i + 1;
      while (line(start) === "") start++;
      bodies.push({ kind: "fence", from: start, to: end });
    }
    i = end - 1;
  }
  return bodies;
}
