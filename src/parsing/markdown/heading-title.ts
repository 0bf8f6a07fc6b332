import type { MarkdownIt } from "markdown-it";

/** Characters of a title that are kept; a heading longer than that is text by mistake. */
const LONGEST = 200;
/** Source characters beyond which a heading's inline marks are not read. */
const READ = 2_000;
const MARKED = /[*_`[\]<>&!\\~|]/;

/**
 * A heading as people read it: without emphasis, link targets, code marks and tags; white space as single spaces; at most 200 characters.
 *
 * @param source the heading's inline markdown
 * @param env of the document's block parse, which holds the link definitions
 */
export function headingTitle(markdown: MarkdownIt, source: string, env: Record<string, unknown>): string {
  const plain = source.length <= READ && MARKED.test(source) ? inlineText(markdown, source, env) : source.slice(0, READ);
  const title = plain.replace(/\s+/g, " ").trim();
  return title.length > LONGEST ? title.slice(0, LONGEST).toWellFormed().replace(/\ufffd$/, "").trim() : title;
}

function inlineText(markdown: MarkdownIt, source: string, env: Record<string, unknown>): string {
  let text = "";
  for (const token of markdown.parseInline(source, env)[0]?.children ?? []) {
    if (token.type === "softbreak" || token.type === "hardbreak") text += " ";
    else if (token.type !== "html_inline") text += token.content;
  }
  return text;
}
