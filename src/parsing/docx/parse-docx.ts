import type { ParsedDocument, Section } from "../../model/section.ts";
import type { BinaryInput } from "../binary-input.ts";
import { inlineText } from "../html/inline-text.ts";
import { renderText } from "../html/render-text.ts";
import { attribute, children, type Element, findElement, findElements, parseTree } from "../html/tree.ts";
import { sectionsFromHeadings } from "../sections-from-headings.ts";
import { skipFile } from "../skip-file.ts";
import { checkPackage, type DocxParts } from "./check-package.ts";
import { commentAuthors } from "./comment-authors.ts";
import { docxMetadata } from "./docx-metadata.ts";
import { drawingsAsText } from "./drawings-as-text.ts";
import { drawnParts } from "./drawn-parts.ts";
import { equationsAsText } from "./equations-as-text.ts";
import { headingStyles } from "./heading-styles.ts";
import { heldReferences } from "./held-references.ts";
import { KNOWN_STYLES, knownElements } from "./known-elements.ts";
import { OUTLINE_STYLES, outlinedParagraphs } from "./outlined-paragraphs.ts";
import { placeComments } from "./place-comments.ts";

/** Paragraph styles whose lines are code, in Word, LibreOffice and pandoc; the title, which heads the whole document; and comments. */
const STYLES: readonly string[] = [
  ...["Source Code", "HTML Preformatted", "Preformatted Text", "Code"].map((name) => `p[style-name='${name}'] => pre:separator('\n')`),
  "p[style-name='Title'] => p.title:fresh",
  // Without a style comments are left out.
  "comment-reference => sup",
];
/** Elements of the HTML that mammoth makes of one element of a DOCX, at most. */
const HTML_PER_XML = 4;

/**
 * Parses a DOCX by way of HTML: headings as sections, tables as rows, lists with markers and nesting. Footnotes and endnotes have
 * their marks in the text (`[1]`) and stand at the end, in a piece without heading. Comments stand behind their paragraphs (`Note by Ada: …`), deleted text is
 * left out. Formulas are written in one line, boxes to tick as ☒ and ☐, readings behind what they say how to read: 東京(とうきょう).
 *
 * @throws LociError `FILE_SKIPPED`: see `checkPackage`
 * Cost: memory for the document's XML as a tree, several times its size.
 */
export async function parseDocx(input: BinaryInput): Promise<ParsedDocument> {
  const parts = heldReferences(await checkPackage(input));
  const html = await toHtml(input.path, parts, headingStyles(ownPart(parts, "styles")));
  const document = parseTree(html, HTML_PER_XML * input.limits.maxNesting, () => {
    throw skipFile(input.path, "nesting", { limit: input.limits.maxNesting });
  });
  const comments = placeComments(document, commentAuthors(ownPart(parts, "comments")));
  const backLinks = findElements(document, (element) => element.tagName === "a" && /^#(?:footnote|endnote)-ref-/u.test(attribute(element, "href") ?? ""));
  const left = new Set([...comments, ...backLinks]);
  const notes = findElement(document, (element) => element.tagName === "ol" && findElement(element, isNote) !== null && (element.parentNode?.nodeName ?? "") === "body");
  const body = renderText(document, new Set([...left, ...(notes === null ? [] : [notes])]));
  const { text, sections } = withNotes(body, notes === null ? "" : renderText({ ...notes, childNodes: [notes] } as Element, left).text);
  const titled = findElement(document, (element) => element.tagName === "p" && attribute(element, "class") === "title");
  const title = titled === null ? "" : inlineText(children(titled), (element) => left.has(element)).replaceAll("\n", " ");
  const metadata = { ...(title === "" ? {} : { title }), ...docxMetadata(parts.get("docProps/core.xml") ?? "") };
  return { text, sections, metadata, verbatim: "extracted" };
}

async function toHtml(path: string, parts: DocxParts, styleMap: readonly string[]): Promise<string> {
  const { default: mammoth } = await import("mammoth");
  try {
    const { value } = await mammoth.convertToHtml(
      // The library's own form of an opened package, which its types leave out: what was unpacked and checked is what it reads.
      { file: { exists: (name: string) => parts.has(name), read: async (name: string) => prepared(name, parts) } } as unknown as Parameters<typeof mammoth.convertToHtml>[0],
      // Pictures are not unpacked: only their description is text.
      { styleMap: [...STYLES, ...KNOWN_STYLES, ...OUTLINE_STYLES, ...styleMap], convertImage: mammoth.images.imgElement(() => Promise.resolve({ src: "" })), externalFileAccess: false } as Parameters<typeof mammoth.convertToHtml>[1],
    );
    return value.replaceAll(/<input type="checkbox"( checked="checked")? ?\/>/gu, (_, checked?: string) => (checked === undefined ? "☐" : "☒"));
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
  return /styles\d*\.xml$/iu.test(name) ? (parts.get(name) ?? "") : outlinedParagraphs(knownElements(drawingsAsText(equationsAsText(drawnParts(name, parts)))));
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
  sections.push({ title: "", breadcrumb: [], level: 0, span, lines: null, pages: null, elementType: "list", blocks: [{ kind: "list", span }] });
  return { text, sections };
}
