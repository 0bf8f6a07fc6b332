import type { Block, ParsedDocument } from "../../model/section.ts";
import { lineTable } from "../../text/line-table.ts";
import { paragraphs } from "../paragraphs.ts";
import { sectionsFromHeadings } from "../sections-from-headings.ts";
import type { TextInput } from "../text-parser.ts";
import { findTitles } from "./adornments.ts";
import { docinfoDate } from "./docinfo-date.ts";
import { findBodies } from "./indented-bodies.ts";

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
  const cuts = [...bodies.map(({ from, to }) => ({ start: at(from), end: at(to) })), ...headings.map(({ start }) => ({ start, end: start }))].sort((a, b) => a.start - b.start || a.end - b.end);
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
  return { text, sections, metadata: { ...(alone && { title: (headings[0] as { title: string }).title }), ...(date !== undefined && { date }) }, verbatim: "file" };
}
