import MarkdownIt, { type MarkdownIt as MarkdownParser, type Token } from "markdown-it";
import type { ParsedDocument, Block } from "../../model/section.ts";
import { lineTable, type LineTable } from "../../text/line-table.ts";
import { type FoundHeading, isBlank, paragraphs, sectionsFromHeadings } from "../sections-from-headings.ts";
import type { TextInput } from "../parser-input.ts";
import { dateOfProperties, frontMatter } from "./front-matter.ts";

interface BlockToken {
  readonly type: string;
  readonly nesting: number;
  readonly level: number;
  /** Lines [from, to) of the text that was parsed, 0-based. */
  readonly map: readonly [number, number] | null;
}

/** A list item or quote up to this many characters is one block; a longer one gives the blocks inside it. */
const WHOLE_ITEM = 1_000;

const LEAVES: Readonly<Record<string, Block["kind"]>> = {
  paragraph_open: "paragraph",
  heading_open: "heading",
  fence: "fence",
  code_block: "fence",
  html_block: "other",
  hr: "other",
  tr_open: "row",
};
/** Kept whole while short; deeper ones are looked at only when their parent is long. */
const WHOLES: Readonly<Record<string, Block["kind"]>> = { list_item_open: "list", blockquote_open: "other" };

/** Where the parsed part of a text, which follows its front matter, has its lines. */
interface BodyLines {
  readonly text: string;
  readonly lines: LineTable;
  /** Where a line of the part starts in the text. */
  readonly offset: (line: number) => number;
}

/**
 * Blocks from markdown-it's block tokens. The head of a table (with the line of dashes) is one row. What no token covers (link
 * definitions, front matter, text nested too deeply) becomes `other`. Blocks start at a line's start and end behind a line's break.
 * Cost: linear.
 */
function markdownBlocks({ text, lines, offset }: BodyLines, tokens: readonly BlockToken[]): Block[] {
  const found: Block[] = [];
  let skippedTo = 0;
  let covered = 0;
  const addUncovered = (end: number): void => {
    for (const block of paragraphs(text, lines, { kind: "other", span: { start: covered, end } })) found.push(block);
  };
  for (let i = 0; i < tokens.length; i++) {
    const token = tokens[i] as BlockToken;
    if (token.map === null || token.nesting < 0) continue;
    const kind = LEAVES[token.type] ?? WHOLES[token.type];
    if (kind === undefined) continue;
    let [from, to] = token.map;
    if (kind === "row" && tokens[i - 1]?.type === "thead_open") to += 1;
    while (to > from && isBlank(text, offset(to - 1), offset(to))) to--;
    from = Math.max(from, skippedTo);
    const span = { start: offset(from), end: offset(to) };
    if (to <= from || (WHOLES[token.type] !== undefined && span.end - span.start > WHOLE_ITEM)) continue;
    addUncovered(span.start);
    found.push({ kind, span });
    skippedTo = to;
    covered = span.end;
  }
  addUncovered(text.length);
  return found;
}

/** Levels of lists and quotes that are looked into; what is deeper stays text of the level above. */
const MAX_NESTING = 100;

/** Only blocks are parsed; inline rules run on headings alone. Holds no state between parses. */
const markdown = new MarkdownIt({ html: true, maxNesting: MAX_NESTING });

/** As markdown-it's own normalisation; it keeps the number of lines, by which blocks are found again in the text. */
const normalised = (text: string): string => text.replace(/\r\n?/g, "\n").replaceAll("\0", "\ufffd");

/** Where fences and indented code stand in a text. @param body what is parsed of it */
function codeRanges(body: string, offset: BodyLines["offset"]): [number, number][] {
  const tokens: Token[] = [];
  markdown.block.parse(normalised(body), markdown, {}, tokens);
  return tokens.flatMap(({ type, map }): [number, number][] => {
    if ((type !== "fence" && type !== "code_block") || map === null) return [];
    return [map.map(offset) as [number, number]];
  });
}

/**
 * Markdown (CommonMark, GFM tables and strikethrough) as sections by its headings, ATX and setext. Fences, HTML and comments open
 * none; nor do headings inside a list or quote, which are part of somebody's text, nor empty ones. Front matter is read and
 * belongs to the first section, or to the preamble when text stands before the first heading. Obsidian's comments (`%%private%%`) are spaces
 * in the text that comes out, so that nothing behind this knows them.
 * @param hasComments a notebook has none, and calls commands by the same sign (`%%time`)
 * Cost: linear for documents that people write; about 20 MB/s.
 */
export function parseMarkdown({ text: written }: TextInput, hasComments = true): ParsedDocument {
  const lines = lineTable(written);
  const front = frontMatter(written);
  const bodyStart = front?.end ?? 0;
  const firstLine = bodyStart === 0 ? 0 : bodyStart >= written.length ? lines.starts.length : lines.lineAt(bodyStart);
  const offset = (line: number): number => lines.starts[firstLine + line] ?? written.length;
  const codeOf = (masked: string): ReturnType<CodeRanges> => codeRanges(masked.slice(bodyStart), offset);
  const text = hasComments ? withoutComments(written, bodyStart, codeOf) : written;
  const source = normalised(text.slice(bodyStart));
  const env: Record<string, unknown> = {};
  const tokens: Token[] = [];
  markdown.block.parse(source, markdown, env, tokens);
  const headings: FoundHeading[] = [];
  tokens.forEach((token, i) => {
    if (token.type !== "heading_open" || token.level !== 0 || token.map === null) return;
    const title = headingTitle(markdown, tokens[i + 1]?.content ?? "", env);
    if (title !== "") headings.push({ title, level: Number(token.tag.slice(1)), start: offset(token.map[0]) });
  });
  const blocks = markdownBlocks({ text, lines, offset }, tokens);
  const sections = sectionsFromHeadings({ text, lines, headings, blocks, elementType: "section", absorbed: bodyStart });
  const date = front?.metadata.date ?? dateOfProperties(text.slice(bodyStart));
  return { text, sections, metadata: { ...front?.metadata, ...(date !== undefined && { date }) } };
}

/** Maximum length of a title, characters; a longer heading is text by mistake. */
const LONGEST = 200;
/** Source characters beyond which a heading's inline marks are not read. */
const READ = 2_000;
const BARE = /^<([a-z][a-z0-9-]*)>$/i;
/** Tags that nobody closes. */
const NEVER_CLOSED: ReadonlySet<string> = new Set(["br", "hr", "img", "wbr"]);
const MARKED = /[*_`[\]<>&!\\~|]/;
/** What a heading tells programs alone: its name for links, and classes (`{#tea}` of Pandoc and others, `{: #tea }` of Python's Markdown). */
const ATTRIBUTES = /\s(?:#+\s+)?\{:?\s*[#.][\w:.-]+(?:\s+(?:[#.][\w:.-]+|[\w-]+=(?:"[^"]*"|[^\s"{}]+)))*\s*\}\s*$/u;

/**
 * A heading as people read it: without emphasis, link targets, code marks, attributes and tags (but with `<T>`); white space as single spaces; at most
 * 200 characters.
 * @param written the heading's inline markdown
 * @param env of the document's block parse, which holds the link definitions
 */
function headingTitle(markdown: MarkdownParser, written: string, env: Record<string, unknown>): string {
  const source = written.length <= READ ? written.replace(ATTRIBUTES, "") : written;
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

function inlineText(markdown: MarkdownParser, written: string, env: Record<string, unknown>): string {
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

/** Offsets [start, end) of code in a text, ascending. */
type CodeRanges = (text: string) => readonly (readonly [start: number, end: number])[];

/** Maximum number of passes over the code; beyond it comments in code are hidden too, since nobody nests comments and fences so deep. */
const MAX_READINGS = 30;

/**
 * The text with Obsidian's comments, `%%` to the next `%%`, as spaces: every offset and line stays as it is. What a line begins with `%%` and
 * nobody closes is a comment to the end, as Obsidian shows it; within a line an unclosed `%%` is text. Code, inline too, holds no comment.
 * @param from where to begin
 * @param codeRanges of the text that it is given, read again where a comment holds a mark of code
 * Cost: linear, and one reading of the code for each comment that holds the beginning of some.
 */
function withoutComments(text: string, from: number, codeRanges: CodeRanges): string {
  if (!text.includes("%%", from)) return text;
  let masked = text;
  let start = from;
  for (let readings = 0; ; readings++) {
    const code = readings < MAX_READINGS ? codeRanges(masked) : [];
    const next = maskUntilCodeMoves(masked, start, code);
    masked = next.text;
    if (next.end === null) return masked;
    start = next.end;
  }
}

/** Hides comments up to the first that holds the beginning of code: what follows that one is read otherwise without it. */
function maskUntilCodeMoves(
  text: string,
  from: number,
  code: ReturnType<CodeRanges>,
): { readonly text: string; readonly end: number | null } {
  const parts: string[] = [];
  let copied = 0;
  let at = from;
  let range = 0;
  let end: number | null = null;
  const marks = /`+|%%/g;
  const inline = new InlineCode(text);
  while (end === null) {
    marks.lastIndex = at;
    const mark = marks.exec(text);
    if (mark === null) break;
    while (range < code.length && (code[range] as readonly [number, number])[1] <= mark.index) range++;
    const inside = code[range];
    if (inside !== undefined && inside[0] <= mark.index) {
      at = inside[1];
      continue;
    }
    at = mark.index + mark[0].length;
    if (mark[0] !== "%%") {
      at = inline.closing(at, mark[0].length) ?? at;
      continue;
    }
    const close = text.indexOf("%%", at);
    if (close < 0 && !beginsLine(text, mark.index)) break;
    at = close < 0 ? text.length : close + 2;
    parts.push(text.slice(copied, mark.index), text.slice(mark.index, at).replace(/[^\r\n]/g, " "));
    copied = at;
    while (range < code.length && (code[range] as readonly [number, number])[0] < mark.index) range++;
    if ((code[range]?.[0] ?? Infinity) < at) end = at;
  }
  return { text: parts.join("") + text.slice(copied), end };
}

/** Finds where inline code ends: at as many backticks, on the same line. Remembers what a line doesn't hold. */
class InlineCode {
  readonly #text: string;
  #lineEnd = -1;
  readonly #missing = new Set<number>();

  constructor(text: string) {
    this.#text = text;
  }

  closing(from: number, length: number): number | null {
    if (from > this.#lineEnd) {
      const lineBreak = /[\r\n]/g;
      lineBreak.lastIndex = from;
      this.#lineEnd = lineBreak.exec(this.#text)?.index ?? this.#text.length;
      this.#missing.clear();
    }
    if (this.#missing.has(length)) return null;
    const runs = /`+/g;
    runs.lastIndex = from;
    for (let run = runs.exec(this.#text); run !== null && run.index < this.#lineEnd; run = runs.exec(this.#text))
      if (run[0].length === length) return run.index + length;
    this.#missing.add(length);
    return null;
  }
}

function beginsLine(text: string, at: number): boolean {
  let before = at - 1;
  while (before >= 0 && (text[before] === " " || text[before] === "\t")) before--;
  return before < 0 || text[before] === "\n" || text[before] === "\r";
}
