import MarkdownIt, { type Token } from "markdown-it";
import type { ParsedDocument } from "../../model/section.ts";
import { lineTable } from "../../text/line-table.ts";
import { type FoundHeading, sectionsFromHeadings } from "../sections-from-headings.ts";
import type { TextInput } from "../text-parser.ts";
import { markdownBlocks } from "./blocks.ts";
import { frontMatter } from "./front-matter.ts";
import { headingTitle } from "./heading-title.ts";

/** Levels of lists and quotes that are looked into; what is deeper stays text of the level above. */
const MAX_NESTING = 100;

/** Only blocks are parsed; inline rules run on headings alone. Holds no state between parses. */
const markdown = new MarkdownIt({ html: true, maxNesting: MAX_NESTING });

/**
 * Markdown (CommonMark, GFM tables and strikethrough) as sections by its headings, ATX and setext. Fences, HTML and comments open
 * none; nor do headings inside a list or quote, which are part of somebody's text, nor empty ones. Front matter is read and
 * belongs to the first section, or to the preamble when text stands before the first heading.
 *
 * Cost: linear for documents that people write; about 20 MB/s.
 */
export function parseMarkdown({ text }: TextInput): ParsedDocument {
  const lines = lineTable(text);
  const front = frontMatter(text);
  const bodyStart = front?.end ?? 0;
  const firstLine = bodyStart === 0 ? 0 : bodyStart >= text.length ? lines.starts.length : lines.lineAt(bodyStart);
  // As markdown-it's own normalisation; it keeps the number of lines, by which blocks are found again in the text.
  const source = text.slice(bodyStart).replace(/\r\n?/g, "\n").replaceAll("\0", "\ufffd");
  const env: Record<string, unknown> = {};
  const tokens: Token[] = [];
  markdown.block.parse(source, markdown, env, tokens);
  const headings: FoundHeading[] = [];
  tokens.forEach((token, i) => {
    if (token.type !== "heading_open" || token.level !== 0 || token.map === null) return;
    const title = headingTitle(markdown, tokens[i + 1]?.content ?? "", env);
    if (title !== "") headings.push({ title, level: Number(token.tag.slice(1)), start: lines.starts[firstLine + token.map[0]] ?? text.length });
  });
  const blocks = markdownBlocks(text, lines, tokens, firstLine);
  const sections = sectionsFromHeadings({ text, lines, headings, blocks, elementType: "section", absorbed: bodyStart });
  return { text, sections, metadata: front?.metadata ?? {}, verbatim: "file" };
}
