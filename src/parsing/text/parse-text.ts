import type { ParsedDocument } from "../../model/section.ts";
import { lineTable } from "../../text/line-table.ts";
import { paragraphs, sectionsFromHeadings } from "../sections-from-headings.ts";
import type { TextInput } from "../parser-input.ts";

/**
 * Plain text: one section, its paragraphs as blocks. It says nothing of itself.
 *
 * Cost: linear.
 */
export function parseText({ text }: TextInput): ParsedDocument {
  const lines = lineTable(text);
  const blocks = paragraphs(text, lines, { start: 0, end: text.length }, "paragraph");
  return {
    text,
    sections: sectionsFromHeadings({ text, lines, headings: [], blocks, elementType: "paragraph" }),
    metadata: {},
  };
}
