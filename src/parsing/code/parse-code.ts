import { extname } from "node:path";
import type { ParsedDocument } from "../../model/section.ts";
import { lineTable } from "../../text/line-table.ts";
import { paragraphs } from "../paragraphs.ts";
import { type FoundHeading, sectionsFromHeadings } from "../sections-from-headings.ts";
import type { TextInput } from "../text-parser.ts";
import { findDefinitions } from "./find-definitions.ts";
import { LANGUAGES } from "./languages.ts";

/**
 * A program: one section of level 1 for each top-level definition where the language is known by the extension, with the code before the first
 * (imports) as preamble; else one section. Blocks are runs of lines without a blank one, which chunking cuts between lines only.
 *
 * Cost: linear.
 */
export function parseCode({ text, path }: TextInput): ParsedDocument {
  const lines = lineTable(text);
  const language = LANGUAGES.get(extname(path).slice(1).toLowerCase());
  const headings = language === undefined ? [] : findDefinitions(text, lines, language);
  const blocks = between(headings, text.length).flatMap((span) => paragraphs(text, lines, span, "fence"));
  return { text, sections: sectionsFromHeadings({ text, lines, headings, blocks, elementType: "code" }), metadata: {}, verbatim: "file" };
}

/** The spans that the starts of definitions cut the text into, so that no block reaches over one. */
function between(headings: readonly FoundHeading[], length: number): { start: number; end: number }[] {
  const edges = [0, ...headings.map(({ start }) => start), length];
  return edges.slice(0, -1).map((start, i) => ({ start, end: edges[i + 1] as number }));
}
