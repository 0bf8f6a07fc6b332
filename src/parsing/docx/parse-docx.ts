import type { ParsedDocument, Section } from "../../model/section.ts";
import { type BinaryInput, skipFile } from "../parser-input.ts";
import { inlineText } from "../html/inline-text.ts";
import { renderText } from "../html/render-text.ts";
import { attribute, children, findElement, type Parent, parseTree } from "../html/tree.ts";
import { HTML_PER_XML } from "../office/html-document.ts";
import {
  packageMetadata,
  relationshipsOf,
  withoutPageNumbers,
  type XmlElement,
  xmlAttribute,
  xmlChildren,
  xmlFind,
  xmlTree,
} from "../office/xml-tree.ts";
import { sectionsFromHeadings } from "../sections-from-headings.ts";
import { openPackage, type PackageParts, XML_PARTS } from "../zip/open-package.ts";
import { ListNumbers } from "./list-numbers.ts";
import { isOn, stylesOf } from "./styles.ts";
import { type DocxReferences, HtmlWriter } from "./write-html.ts";

/**
 * Parses a DOCX by way of HTML: headings as sections, tables as rows, lists and headings with the numbers that Word
 * shows. Footnotes and endnotes have their marks in the text (`[1]`) and stand at the end, in a piece without heading.
 * Comments stand behind their paragraphs (`Note by Ada: …`), deleted text is left out. What
 * stands at the head of pages comes first, what stands at their foot last, each once. Formulas are written in one line,
 * boxes to tick as ☒ and ☐, readings behind what they say how to read: 東京(とうきょう).
 * @throws LociError `FILE_SKIPPED`: as `openPackage`, and `empty`
 * Cost: memory for the document's XML as a tree, several times its size.
 */
export async function parseDocx(input: BinaryInput): Promise<ParsedDocument> {
  const { path, limits } = input;
  const parts = await openPackage(input, { expected: "docx", needs: /^\[Content_Types\]\.xml$/u, reads: XML_PARTS });
  if (![...parts.keys()].some((name) => /^\/?word\/(?:[^/]+)\.xml$/iu.test(name)))
    throw skipFile(path, "wrong-type", { expected: "docx" });
  const references = referencesOf(parts, (part) => () => {
    throw skipFile(path, "damaged", { part });
  });
  const main = ownPart(parts, "document");
  const body = references.tree(main);
  const html = pageEdges(body, "header", { references, main }) + new HtmlWriter(references, main, true).write(body);
  const notes: string[] = [];
  // A note may refer to another one.
  for (let i = 0; i < references.noted.length; i++)
    notes.push(`<li>${new HtmlWriter(references, main, false).write(references.noted[i] as XmlElement)}</li>`);
  const treeOf = (text: string): Parent => parseTree(text, path, HTML_PER_XML * limits.maxNesting);
  const document = treeOf(html);
  const below =
    (notes.length === 0 ? "" : `<ol>${notes.join("")}</ol>`) + pageEdges(body, "footer", { references, main });
  const list = below === "" ? "" : renderText(treeOf(below)).text;
  const { text, sections } = withNotes(renderText(document), list);
  if (text === "") throw skipFile(path, "empty");
  const titled = findElement(document, (element) => attribute(element, "class") === "title");
  const title = titled === null ? "" : inlineText(children(titled), () => false).replaceAll("\n", " ");
  const metadata = { ...(title === "" ? {} : { title }), ...packageMetadata(parts.get("docProps/core.xml") ?? "") };
  return { text, sections, metadata };
}

/** @param damaged what is called where a part's elements don't fit into one another */
function referencesOf(parts: PackageParts, damaged: (part: string) => () => never): DocxReferences {
  const tree = (part: string): XmlElement => withoutAlternatives(xmlTree(parts.get(part) ?? "", damaged(part)));
  const of = (name: string, ...elements: readonly string[]): XmlElement[] =>
    xmlFind(tree(ownPart(parts, name)), ...elements);
  const styles = stylesOf(tree(ownPart(parts, "styles")));
  const notes = ["footnote", "endnote"].flatMap((kind) =>
    of(`${kind}s`, kind)
      // A line between the text and its notes is stored as a note, and is none.
      .filter((note) => !/^(?:continuationS|s)eparator$/u.test(xmlAttribute(note, "type") ?? ""))
      .map((note) => [`${kind} ${xmlAttribute(note, "id")}`, note] as const),
  );
  return {
    parts,
    tree,
    styles,
    notes: new Map(notes),
    comments: new Map(of("comments", "comment").map((comment) => [xmlAttribute(comment, "id") ?? "", comment])),
    noted: [],
    shown: new Set(),
    numbers: new ListNumbers(tree(ownPart(parts, "numbering")), styles),
  };
}

/** What stands at the edge of a document's pages, as HTML: each once, that of first pages before the others. @param kind `header` or `footer` */
function pageEdges(
  body: XmlElement,
  kind: string,
  { references, main }: { references: DocxReferences; main: string },
): string {
  const related = relationshipsOf(references.parts, main);
  const isFirst = (edge: XmlElement): boolean => xmlAttribute(edge, "type") === "first";
  const edges = xmlFind(body, "sectPr").flatMap((properties) =>
    xmlChildren(properties, `${kind}Reference`).filter((edge) => !isFirst(edge) || isOn(properties, "titlePg")),
  );
  edges.sort((a, b) => Number(isFirst(b)) - Number(isFirst(a)));
  const html = edges.map((edge) => {
    const part = related.find(({ id }) => id === xmlAttribute(edge, "id"))?.target ?? "";
    const written = new HtmlWriter(references, part, false).write(withoutPageNumbers(references.tree(part)));
    // A heading there is none of the text's.
    return written.replaceAll(/<(\/?)(?:h\d|p)\b[^>]*>/gu, "<$1p>");
  });
  return [...new Set(html)].join("");
}

/** The name of the part `word/styles.xml`, say; programs on the web number it. Empty when there is none. */
function ownPart(parts: PackageParts, name: string): string {
  const named = new RegExp(`^/?word/${name}\\d*\\.xml$`, "iu");
  return [...parts.keys()].find((path) => named.test(path)) ?? "";
}

/** A tree with one form of what is there in several: the older, which is the simpler; the newer where that one says nothing. */
function withoutAlternatives(root: XmlElement): XmlElement {
  for (const [i, child] of root.children.entries()) {
    if (typeof child === "string") continue;
    withoutAlternatives(child);
    if (child.name !== "AlternateContent") continue;
    const [older, newer] = ["Fallback", "Choice"].map((name) => xmlChildren(child, name).slice(0, 1));
    const chosen = says(newer) && !says(older) ? newer : older;
    root.children[i] = { ...child, children: chosen ?? [] };
  }
  return root;
}

/** Whether there is text in elements, or a picture that is described. */
const says = (elements: readonly XmlElement[] = []): boolean =>
  elements.some(
    (one) => one.name === "t" || (xmlAttribute(one, "descr") ?? "").trim() !== "" || says(xmlChildren(one)),
  );

/** The notes behind the last section, as a piece of their own: they belong to the whole document. */
function withNotes(body: ReturnType<typeof renderText>, notes: string): { text: string; sections: Section[] } {
  const sections = sectionsFromHeadings({ ...body, lines: null, elementType: "section" });
  if (notes === "") return { text: body.text, sections };
  const start = body.text === "" ? 0 : body.text.length + 1;
  const text = body.text === "" ? notes : `${body.text}\n${notes}`;
  const last = sections[sections.length - 1];
  if (last !== undefined) sections[sections.length - 1] = { ...last, span: { start: last.span.start, end: start } };
  const span = { start, end: text.length };
  const [piece] = sectionsFromHeadings({ text: notes, lines: null, headings: [], blocks: [], elementType: "list" });
  sections.push({ ...(piece as Section), span, blocks: [{ kind: "list", span }] });
  return { text, sections };
}
