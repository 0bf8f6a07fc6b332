import type { MarkdownIt } from "markdown-it";

/** Characters of a title that are kept; a heading longer than that is text by mistake. */
const LONGEST = 200;
/** Source characters beyond which a heading's inline marks are not read. */
const READ = 2_000;
const BARE = /^<([a-z][a-z0-9-]*)>$/i;
/** Tags that nobody closes. */
const NEVER_CLOSED: ReadonlySet<string> = new Set(["br", "hr", "img", "wbr"]);
const MARKED = /[*_`[\]<>&!\\~|]/;

/**
 * A heading as people read it: without emphasis, link targets, code marks and tags (but with `<T>`); white space as single spaces; at most 200 characters.
 *
 * @param source the heading's inline markdown
 * @param env of the document's block parse, which holds the link definitions
 */
export function headingTitle(markdown: MarkdownIt, source: string, env: Record<string, unknown>): string {
  const plain =
    source.length <= READ && MARKED.test(source) ? inlineText(markdown, source, env) : source.slice(0, READ);
  const title = plain.replace(/\s+/g, " ").trim();
  return title.length > LONGEST
    ? title
        .slice(0, LONGEST)
        .toWellFormed()
        .replace(/\ufffd$/, "")
        .trim()
    : title;
}

/** Obsidian's links and embeds as they are shown: `[[Note|shown]]`, `[[Note#Heading]]`. */
const WIKI_LINK = /!?\[\[([^[\]|\n]{1,300})(?:\|([^[\]\n]{0,300}))?\]\]/g;

function inlineText(markdown: MarkdownIt, written: string, env: Record<string, unknown>): string {
  const source = written.replace(WIKI_LINK, (_link, note: string, shown?: string) => shown?.trim() || note);
  let text = "";
  const lower = source.toLowerCase();
  for (const token of markdown.parseInline(source, env)[0]?.children ?? []) {
    if (token.type === "softbreak" || token.type === "hardbreak") text += " ";
    else if (token.type !== "html_inline" || isPlaceholder(token.content, lower)) text += token.content;
  }
  return text;
}

/**
 * Whether what reads as a tag is a type or a placeholder (`Rc<T>`, `git checkout <branch>`): a bare name that the
 * heading, in small letters, closes nowhere.
 */
function isPlaceholder(tag: string, heading: string): boolean {
  const name = BARE.exec(tag)?.[1]?.toLowerCase();
  return name !== undefined && !NEVER_CLOSED.has(name) && !heading.includes(`</${name}`);
}
