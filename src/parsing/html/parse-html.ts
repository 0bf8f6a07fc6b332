import type { ParsedDocument } from "../../model/section.ts";
import type { BinaryInput } from "../binary-input.ts";
import { sectionsFromHeadings } from "../sections-from-headings.ts";
import { skipFile } from "../skip-file.ts";
import { decodeHtml } from "./decode-html.ts";
import { htmlMetadata } from "./html-metadata.ts";
import { mainContent } from "./main-content.ts";
import { pageHeading } from "./page-heading.ts";
import { renderText } from "./render-text.ts";
import { type Parent, parseTree } from "./tree.ts";
import { xhtmlAsHtml } from "./xhtml-as-html.ts";

/**
 * Parses an HTML page: its main content as text, its headings as sections; the page's own heading heads it wherever it stands.
 *
 * @throws LociError `FILE_SKIPPED`: `too-large`, `wrong-type`, `binary`, `nesting`
 * Cost: linear in the page.
 */
export async function parseHtml({ bytes, path, limits }: BinaryInput): Promise<ParsedDocument> {
  if (bytes.length > limits.maxBytes) throw skipFile(path, "too-large", { bytes: bytes.length, limit: limits.maxBytes });
  const html = xhtmlAsHtml(decodeHtml(bytes, path));
  const document = parseTree(html, limits.maxNesting, () => {
    throw skipFile(path, "nesting", { limit: limits.maxNesting });
  });
  const { root, furniture } = mainContent(document);
  const metadata = htmlMetadata(document);
  const heading = pageHeading(document, root, metadata.title ?? "");
  const { text, headings, blocks } = renderText(heading === null ? root : ({ ...root, childNodes: [heading, ...root.childNodes] } as Parent), furniture);
  return {
    text,
    sections: sectionsFromHeadings({ text, lines: null, headings, blocks, elementType: "section" }),
    metadata,
    verbatim: "extracted",
  };
}
