import type { Block, ParsedDocument } from "../../model/section.ts";
import { xhtmlAsHtml } from "../html/parse-html.ts";
import { type RenderedText, renderText } from "../html/render-text.ts";
import { findElement, parseTree } from "../html/tree.ts";
import {
  packageMetadata,
  resolvePart,
  xmlAttribute,
  xmlChildren,
  xmlFind,
  xmlText,
  xmlTree,
} from "../office/xml-tree.ts";
import { type BinaryInput, skipFile } from "../parser-input.ts";
import { type FoundHeading, sectionsFromHeadings } from "../sections-from-headings.ts";
import { openPackage, type PackageParts } from "../zip/open-package.ts";
import { percentDecoded } from "../../text/printable.ts";

const CONTAINER = "META-INF/container.xml";
const READS = /^META-INF\/|\.(?:opf|ncx|x?html?|xml)$|(?:^|\/)[^./]+$/iu;
/** What chapters are: XHTML, in books before EPUB its forerunners, and drawn pages. */
const PAGE = /html|\/xml|dtbook|oeb1|svg/iu;

/**
 * Parses a book: its chapters in reading order, the headings in them as sections. A chapter without a heading gets the
 * name that the table of contents has for it.
 * @throws LociError `FILE_SKIPPED`: as `openPackage`; `copy-protected`, `damaged`, `empty`
 * Cost: memory for one chapter as a tree, beside the text.
 */
export async function parseEpub(input: BinaryInput): Promise<ParsedDocument> {
  const needs = /^META-INF\/container\.xml$/u;
  const parts = await openPackage(input, { expected: "epub", needs, reads: READS });
  const [root] = xmlFind(xmlTree(parts.get(CONTAINER) ?? ""), "rootfile");
  const book = root === undefined ? "" : (xmlAttribute(root, "full-path") ?? "");
  const packaged = parts.get(book);
  if (packaged === undefined) throw skipFile(input.path, "damaged", { part: book });
  const { chapters, contents } = readingOrder(packaged, book);
  // The fonts of open books may be encrypted.
  const locked = xmlFind(xmlTree(parts.get("META-INF/encryption.xml") ?? ""), "CipherReference");
  if (locked.some((one) => chapters.includes(percentDecoded(xmlAttribute(one, "URI") ?? ""))))
    throw skipFile(input.path, "copy-protected");
  const names = chapterNames(parts, contents);
  // Which drawings are pages, and not pictures, only the order says.
  const reads = { test: (name: string) => chapters.includes(name) };
  const isWhole = chapters.every((chapter) => parts.has(chapter));
  const pages = isWhole ? parts : await openPackage(input, { expected: "epub", needs, reads });
  let text = "";
  const headings: FoundHeading[] = [];
  const blocks: Block[] = [];
  for (const chapter of chapters) {
    const rendered = renderChapter(input, pages.get(chapter) ?? "", names.get(chapter) ?? "");
    if (rendered.text === "") continue;
    if (text !== "") text += "\n";
    const by = text.length;
    text += rendered.text;
    headings.push(...rendered.headings.map((heading) => ({ ...heading, start: heading.start + by })));
    blocks.push(...shifted(rendered.blocks, by));
  }
  if (text === "") throw skipFile(input.path, "empty");
  const sections = sectionsFromHeadings({ text, lines: null, headings, blocks, elementType: "section" });
  // People ask for a book by who wrote it, too.
  const aliases = xmlFind(xmlTree(packaged), "creator").flatMap((one) => xmlText(one).trim() || []);
  return { text, sections, metadata: { ...packageMetadata(packaged), ...(aliases.length > 0 && { aliases }) } };
}

/** The parts that are read one after the other, and those that may hold a table of contents. */
function readingOrder(packaged: string, book: string): { chapters: string[]; contents: string[] } {
  const tree = xmlTree(packaged);
  const items = xmlFind(tree, "manifest").flatMap((manifest) => xmlChildren(manifest, "item"));
  const partOf = (item: (typeof items)[number]): string =>
    resolvePart(book, percentDecoded(xmlAttribute(item, "href") ?? ""));
  const byId = new Map(items.map((item) => [xmlAttribute(item, "id"), item]));
  const chapters = xmlFind(tree, "itemref").flatMap((reference) => {
    const item = byId.get(xmlAttribute(reference, "idref"));
    const isPage = item !== undefined && PAGE.test(xmlAttribute(item, "media-type") ?? "html");
    // The table of contents says again what the chapters are called.
    return isPage && !/\bnav\b/u.test(xmlAttribute(item, "properties") ?? "") ? [partOf(item)] : [];
  });
  const contents = items
    .filter(
      (item) =>
        /\bnav\b/u.test(xmlAttribute(item, "properties") ?? "") || /ncx/u.test(xmlAttribute(item, "media-type") ?? ""),
    )
    .map(partOf);
  return { chapters: [...new Set(chapters)], contents };
}

/** By part, what the table of contents calls it: the first entry that leads there. */
function chapterNames(parts: PackageParts, contents: readonly string[]): ReadonlyMap<string, string> {
  const names = new Map<string, string>();
  const add = (from: string, target: string | null, name: string): void => {
    const part = resolvePart(from, percentDecoded(target?.split("#", 1)[0] ?? ""));
    const title = name.replaceAll(/\s+/gu, " ").trim();
    if (title !== "" && !names.has(part)) names.set(part, title);
  };
  for (const part of contents) {
    const tree = xmlTree(parts.get(part) ?? "");
    for (const link of xmlFind(tree, "a")) add(part, xmlAttribute(link, "href"), xmlText(link));
    const points = [...xmlFind(tree, "navPoint")];
    for (let point = points.shift(); point !== undefined; point = points.shift()) {
      const [content] = xmlChildren(point, "content");
      if (content !== undefined)
        add(part, xmlAttribute(content, "src"), xmlChildren(point, "navLabel").map(xmlText).join(""));
      points.unshift(...xmlChildren(point, "navPoint"));
    }
  }
  return names;
}

const shifted = (blocks: readonly Block[], by: number): Block[] =>
  blocks.map(({ kind, span }) => ({ kind, span: { start: span.start + by, end: span.end + by } }));

function renderChapter({ path, limits }: BinaryInput, page: string, name: string): RenderedText {
  // What stands aside or at the foot of a page of the web, and its roles and drawings, are furniture; a book has footnotes, boxes and diagrams there.
  const text = page
    .replace(/^\s*<!DOCTYPE[^<>[]*\[[^\]]*\]\s*>/iu, "")
    .replaceAll(/(<\/?)(?:aside|footer|svg)\b/giu, "$1section")
    .replaceAll(/(<\/?)text\b/giu, "$1p")
    .replaceAll(/(<[a-z][^<>]*?)\srole=(["'])(?!doc-)[^"'<>]*\2/giu, "$1");
  const tree = parseTree(xhtmlAsHtml(`<?xml ?>${text}`), path, limits.maxNesting);
  const rendered = renderText(findElement(tree, ({ tagName }) => tagName === "body") ?? tree);
  if (rendered.text === "" || rendered.headings.length > 0 || name === "") return rendered;
  // The first line may be the name of the chapter, in letters that only look like a heading.
  const [first = ""] = rendered.text.split("\n", 1);
  if (first.replaceAll(/\s+/gu, " ").trim().toLowerCase() === name.toLowerCase())
    return { ...rendered, headings: [{ title: name, level: 1, start: 0 }] };
  const by = name.length + 2;
  return {
    text: `${name}\n\n${rendered.text}`,
    headings: [{ title: name, level: 1, start: 0 }],
    blocks: [{ kind: "heading", span: { start: 0, end: name.length } }, ...shifted(rendered.blocks, by)],
  };
}
