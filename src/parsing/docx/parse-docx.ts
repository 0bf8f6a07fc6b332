import type { ParsedDocument, Section } from "../../model/section.ts";
import type { BinaryInput } from "../parser-input.ts";
import { inlineText } from "../html/inline-text.ts";
import { renderText } from "../html/render-text.ts";
import { attribute, children, type Element, findElement, findElements, parseTree } from "../html/tree.ts";
import { sectionsFromHeadings } from "../sections-from-headings.ts";
import { skipFile } from "../skip-file.ts";
import {
  checkPackage,
  type DocxParts,
  drawingsAsText,
  drawnParts,
  equationsAsText,
  KNOWN_STYLES,
  knownElements,
  withoutDanglingReferences,
} from "./readable-xml.ts";
import { numberedParagraphs, placeNumbers } from "./numbered-paragraphs.ts";
import { placeComments } from "./place-comments.ts";
import { tagAttribute, tags } from "./tags.ts";
import { packageMetadata, unescapeXml } from "../office/xml-tree.ts";

const STYLE = "LociOutline";

/** Style map for what `outlinedParagraphs` marks. */
const OUTLINE_STYLES: readonly string[] = [1, 2, 3, 4, 5, 6].map((level) => `p.${STYLE}${level} => h${level}:fresh`);

/**
 * Gives paragraphs that have an outline level of their own a style that says so: the library looks at styles only.
 *
 * @param xml the part `word/document.xml`
 */
function outlinedParagraphs(xml: string): string {
  if (!xml.includes("<w:outlineLvl")) return xml;
  return xml.replaceAll(
    /<w:pPr>((?:(?!<\/w:pPr>)[\s\S])*?)<w:outlineLvl w:val="([0-5])"\s*\/>/gu,
    (_, before: string, level: string) => {
      const rest = before.replace(/<w:pStyle\b[^>]*\/>/u, "");
      return `<w:pPr><w:pStyle w:val="${STYLE}${Number(level) + 1}"/>${rest}`;
    },
  );
}

/** Paragraph styles whose lines are code, in Word, LibreOffice and pandoc; the title, which heads the whole document; and comments. */
const STYLES: readonly string[] = [
  ...["Source Code", "HTML Preformatted", "Preformatted Text", "Code"].map(
    (name) => `p[style-name='${name}'] => pre:separator('\n')`,
  ),
  "p[style-name='Title'] => p.title:fresh",
  ...[1, 2, 3, 4, 5, 6, 7, 8, 9].map((level) => `p[style-name='toc ${level}'] => p.toc:fresh`),
  // Without a style comments are left out.
  "comment-reference => sup",
];
/** Elements of the HTML that mammoth makes of one element of a DOCX, at most. */
const HTML_PER_XML = 4;

/**
 * Parses a DOCX by way of HTML: headings as sections, tables as rows, lists and headings with the numbers that Word shows. Footnotes and endnotes have
 * their marks in the text (`[1]`) and stand at the end, in a piece without heading. Comments stand behind their paragraphs (`Note by Ada: …`), deleted text is
 * left out. Formulas are written in one line, boxes to tick as ☒ and ☐, readings behind what they say how to read: 東京(とうきょう).
 *
 * @throws LociError `FILE_SKIPPED`: see `checkPackage`
 * Cost: memory for the document's XML as a tree, several times its size.
 */
export async function parseDocx(input: BinaryInput): Promise<ParsedDocument> {
  const parts = withoutDanglingReferences(await checkPackage(input));
  const html = await toHtml(input.path, parts, headingStyles(ownPart(parts, "styles")));
  const document = parseTree(html, HTML_PER_XML * input.limits.maxNesting, () => {
    throw skipFile(input.path, "nesting", { limit: input.limits.maxNesting });
  });
  const comments = placeComments(document, commentAuthors(ownPart(parts, "comments")));
  const backLinks = findElements(
    document,
    (element) => element.tagName === "a" && /^#(?:footnote|endnote)-ref-/u.test(attribute(element, "href") ?? ""),
  );
  const left = new Set([...comments, ...backLinks]);
  const notes = findElement(
    document,
    (element) =>
      element.tagName === "ol" &&
      findElement(element, isNote) !== null &&
      (element.parentNode?.nodeName ?? "") === "body",
  );
  placeNumbers(document, notes);
  const body = renderText(document, new Set([...left, ...(notes === null ? [] : [notes])]));
  const { text, sections } = withNotes(
    body,
    notes === null ? "" : renderText({ ...notes, childNodes: [notes] } as Element, left).text,
  );
  const titled = findElement(document, (element) => element.tagName === "p" && attribute(element, "class") === "title");
  const title =
    titled === null ? "" : inlineText(children(titled), (element) => left.has(element)).replaceAll("\n", " ");
  const metadata = { ...(title === "" ? {} : { title }), ...packageMetadata(parts.get("docProps/core.xml") ?? "") };
  return { text, sections, metadata, verbatim: "extracted" };
}

async function toHtml(path: string, parts: DocxParts, styleMap: readonly string[]): Promise<string> {
  const { default: mammoth } = await import("mammoth");
  try {
    const { value } = await mammoth.convertToHtml(
      // The library's own form of an opened package, which its types leave out: what was unpacked and checked is what it reads.
      {
        file: { exists: (name: string) => parts.has(name), read: async (name: string) => prepared(name, parts) },
      } as unknown as Parameters<typeof mammoth.convertToHtml>[0],
      // Pictures are not unpacked: only their description is text.
      {
        styleMap: [...STYLES, ...KNOWN_STYLES, ...OUTLINE_STYLES, ...styleMap],
        convertImage: mammoth.images.imgElement(() => Promise.resolve({ src: "" })),
        externalFileAccess: false,
      } as Parameters<typeof mammoth.convertToHtml>[1],
    );
    return value.replaceAll(/<input type="checkbox"( checked="checked")? ?\/>/gu, (_, checked?: string) =>
      checked === undefined ? "☐" : "☒",
    );
  } catch (error) {
    throw skipFile(path, error instanceof RangeError ? "nesting" : "damaged", {}, error);
  }
}

/** The part `word/styles.xml`, say; programs on the web number it. Empty when there is none. */
function ownPart(parts: DocxParts, name: string): string {
  const named = new RegExp(`^/?word/${name}\\d*\\.xml$`, "iu");
  return [...parts].find(([path]) => named.test(path))?.[1] ?? "";
}

/** A part in elements that the library knows. */
function prepared(name: string, parts: DocxParts): string {
  return /styles\d*\.xml$/iu.test(name)
    ? (parts.get(name) ?? "")
    : outlinedParagraphs(
        numbered(name, parts, knownElements(drawingsAsText(equationsAsText(drawnParts(name, parts))))),
      );
}

function numbered(name: string, parts: DocxParts, xml: string): string {
  return /^\/?word\/document\d*\.xml$/iu.test(name)
    ? numberedParagraphs(xml, ownPart(parts, "numbering"), ownPart(parts, "styles"))
    : xml;
}

function isNote(element: Element): boolean {
  return element.tagName === "li" && /^(?:.*-)?(?:footnote|endnote)-\w+$/u.test(attribute(element, "id") ?? "");
}

/** The notes behind the last section, as a piece of their own: they belong to the whole document. */
function withNotes(body: ReturnType<typeof renderText>, notes: string): { text: string; sections: Section[] } {
  const sections = sectionsFromHeadings({ ...body, lines: null, elementType: "section" });
  if (notes === "") return { text: body.text, sections };
  const start = body.text === "" ? 0 : body.text.length + 1;
  const text = body.text === "" ? notes : `${body.text}\n${notes}`;
  const last = sections[sections.length - 1];
  if (last !== undefined) sections[sections.length - 1] = { ...last, span: { start: last.span.start, end: start } };
  const span = { start, end: text.length };
  sections.push({
    title: "",
    breadcrumb: [],
    level: 0,
    span,
    lines: null,
    pages: null,
    elementType: "list",
    blocks: [{ kind: "list", span }],
  });
  return { text, sections };
}

/**
 * Who wrote the comments of a document, by the comment's id; the library knows initials only.
 *
 * @param xml the part `word/comments.xml`
 */
function commentAuthors(xml: string): ReadonlyMap<string, string> {
  return new Map(
    [...xml.matchAll(tags("w:comment"))].map(([tag]) => [
      tagAttribute(tag, "w:id"),
      unescapeXml(tagAttribute(tag, "w:author")).replaceAll(/\s+/gu, " ").trim(),
    ]),
  );
}

/**
 * Mammoth's style map for headings that it doesn't know by name: paragraph styles with an outline level of their own, or made on top
 * of one that has ("My Chapter", based on "heading 1").
 *
 * @param styles the part `word/styles.xml`
 * @returns lines of a style map, for example `p.MyChapter => h1:fresh`
 */
function headingStyles(styles: string): string[] {
  const known = new Map<string, { name: string; level: number | null; basedOn: string | null }>();
  for (const { 0: style } of styles.matchAll(/<w:style\b[^>]*w:type="paragraph"[\s\S]*?<\/w:style>/gu)) {
    const id = /w:styleId="([^"]+)"/u.exec(style)?.[1];
    if (id === undefined) continue;
    const name = /<w:name\s+w:val="([^"]*)"/u.exec(style)?.[1] ?? "";
    const outline = /<w:outlineLvl\s+w:val="(\d)"/u.exec(style)?.[1];
    const named = /^heading ([1-6])$/iu.exec(name)?.[1];
    const level = named === undefined ? (outline === undefined ? null : Number(outline) + 1) : Number(named);
    known.set(id, { name, level, basedOn: /<w:basedOn\s+w:val="([^"]+)"/u.exec(style)?.[1] ?? null });
  }
  const levelOf = (id: string): number | null => {
    const seen = new Set<string>();
    for (let at: string | null = id; at !== null && !seen.has(at); at = known.get(at)?.basedOn ?? null) {
      seen.add(at);
      const level = known.get(at)?.level ?? null;
      if (level !== null) return level;
    }
    return null;
  };
  /** Mammoth's style ids are bare words; others ("見出し1", "1") are named by their name. */
  const matcher = (id: string, name: string): string =>
    /^[A-Za-z][\w-]*$/u.test(id) ? `p.${id}` : `p[style-name='${unescapeXml(name).replaceAll(/[\\']/gu, "\\$&")}']`;
  return [...known.keys()].flatMap((id) => {
    const level = levelOf(id);
    // Level 10 (outlineLvl 9) means body text.
    return level === null || level > 6 ? [] : [`${matcher(id, known.get(id)?.name ?? "")} => h${level}:fresh`];
  });
}
