import type { DocumentMetadata, ParsedDocument } from "../../model/section.ts";
import { renderText } from "../html/render-text.ts";
import { parseTree } from "../html/tree.ts";
import type { BinaryInput } from "../parser-input.ts";
import { sectionsFromHeadings } from "../sections-from-headings.ts";
import { skipFile } from "../skip-file.ts";

/** Elements of HTML that a reader makes of one element of its format, at most. */
export const HTML_PER_XML = 4;

/** Characters as HTML that says the same. Tabs and line ends are what they are; several spaces are one. */
export function escapeHtml(text: string): string {
  return text.replaceAll("&", "&amp;").replaceAll("<", "&lt;");
}

/**
 * A document of what a reader wrote as HTML: headings, paragraphs, lists and tables come out as they do for pages of
 * the web.
 *
 * @throws LociError `FILE_SKIPPED`: `nesting`, `empty`
 */
export function htmlDocument({ path, limits }: BinaryInput, html: string, metadata: DocumentMetadata): ParsedDocument {
  const tree = parseTree(html, HTML_PER_XML * limits.maxNesting, () => {
    throw skipFile(path, "nesting", { limit: limits.maxNesting });
  });
  const rendered = renderText(tree);
  if (rendered.text === "") throw skipFile(path, "empty");
  const sections = sectionsFromHeadings({ ...rendered, lines: null, elementType: "section" });
  return { text: rendered.text, sections, metadata };
}
