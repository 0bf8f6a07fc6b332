import type { ParsedDocument } from "../../model/section.ts";
import { type BinaryInput, skipFile } from "../parser-input.ts";
import { HIDDEN, type Sheet, sheetsDocument } from "../table/table-sections.ts";
import { flatPackage, openPackage, type PackageParts } from "../zip/open-package.ts";
import { escapeHtml, htmlDocument } from "./html-document.ts";
import {
  packageMetadata,
  withoutPageNumbers,
  xmlAttribute,
  xmlChildren,
  type XmlElement,
  xmlFind,
  xmlText,
  xmlTree,
} from "./xml-tree.ts";

/**
 * Parses a file of OpenDocument, packed or flat. A text: headings as sections, lists, tables, notes at their marks,
 * comments behind what they stand at; what was deleted is left out. A workbook: a section a sheet, a line a row, cells
 * as they are shown. A presentation: a section a slide, with its notes.
 * @throws LociError `FILE_SKIPPED`: as `openPackage`, and `empty`
 * Cost: memory for the document's XML as a tree.
 */
export async function parseOdf(input: BinaryInput): Promise<ParsedDocument> {
  const reads = /^(?:(?:Object [^/]+\/)?content|styles|meta|META-INF\/manifest)\.xml$/u;
  const flat = flatPackage(input, "office:document");
  const parts =
    flat === null
      ? await openPackage(input, { expected: "odf", needs: /^(?:content|styles)\.xml$/u, reads })
      : flatParts(flat);
  if (/<manifest:encryption-data/u.test(parts.get("META-INF/manifest.xml") ?? ""))
    throw skipFile(input.path, "encrypted");
  const metadata = packageMetadata(parts.get("meta.xml") ?? "");
  const [body] = xmlFind(xmlTree(withoutHidden(parts.get("content.xml") ?? "")), "body");
  const [content] = body === undefined ? [] : xmlChildren(body);
  // A template may hold styles and no text.
  if (content === undefined) throw skipFile(input.path, parts.has("content.xml") ? "damaged" : "empty");
  if (content.name === "spreadsheet")
    return sheetsDocument(
      input,
      xmlChildren(content, "table").map((table) => sheetOf(table, parts.get("content.xml") ?? "")),
      metadata,
    );
  const lists: ListPlace = {
    counted: countedLevels(
      [parts.get("styles.xml") ?? "", parts.get("content.xml") ?? ""].map((part) => xmlTree(part)),
    ),
    style: "",
    level: 0,
  };
  // A chart is a document of its own, in the package beside this one; flat files hold it where it stands.
  for (const object of xmlFind(content, "object"))
    object.children.push(xmlTree(parts.get(`${xmlAttribute(object, "href")?.replace("./", "")}/content.xml`) ?? ""));
  if (content.name === "presentation") return htmlDocument(input, slidesHtml(content, lists), metadata);
  const [head, foot] = ["header", "footer"].map((kind) => pageEdges(parts, lists, kind));
  return htmlDocument(input, `${head}${blocksHtml(content, lists)}${foot}`, metadata);
}

/** What stands at the edge of a text's pages, as HTML, each once. @param kind `header` or `footer` */
function pageEdges(parts: PackageParts, lists: ListPlace, kind: string): string {
  const masters = xmlFind(xmlTree(parts.get("styles.xml") ?? parts.get("content.xml") ?? ""), "master-page");
  const edges = masters
    .flatMap((page) => [`${kind}-first`, kind, `${kind}-left`].flatMap((name) => xmlChildren(page, name)))
    .filter((edge) => xmlAttribute(edge, "display") !== "false")
    .map((edge) => blocksHtml(withoutPageNumbers(edge), lists).replaceAll(/<(\/?)h\d/gu, "<$1p"));
  return [...new Set(edges)].join("");
}

function flatParts(xml: string): PackageParts {
  const content = xml.replaceAll(/<office:binary-data>[^<]*/gu, "<office:binary-data>");
  const meta = content.slice(content.indexOf("<office:meta>"), content.indexOf("</office:meta>"));
  return new Map([
    ["content.xml", content],
    ["meta.xml", meta],
  ]);
}

const HIDING = /<style:style\s[^<>]*?style:name="([^"]*)"[^<>]*>\s*<style:text-properties[^<>]*text:display="none"/gu;
const STYLED = /<text:(span|p|h) text:style-name="([^"<]*)"[^<>]*>(?:[^<]|<text:s\b[^<>]*\/>)*<\/text:\1>/gu;

/** Content without runs and paragraphs of a style that hides them. */
function withoutHidden(content: string): string {
  const hidden = new Set([...content.matchAll(HIDING)].map(([, name]) => name));
  return hidden.size === 0 ? content : content.replaceAll(STYLED, (run, _, style) => (hidden.has(style) ? "" : run));
}

/** Where in which list something stands. */
interface ListPlace {
  /** How the items of levels are counted, by `style level`; none of those that aren't. */
  readonly counted: ReadonlyMap<string, string>;
  readonly style: string;
  readonly level: number;
}

function countedLevels(trees: readonly XmlElement[]): ReadonlyMap<string, string> {
  const styles = trees.flatMap((tree) => xmlFind(tree, "list-style"));
  const levels = styles.flatMap((style) =>
    xmlChildren(style, "list-level-style-number").map((level) => {
      const place = `${xmlAttribute(style, "name")} ${xmlAttribute(level, "level")}`;
      return [place, xmlAttribute(level, "num-format") ?? ""] as const;
    }),
  );
  return new Map(levels.filter(([, format]) => format !== ""));
}

/** Cells and rows that are repeated at the end of a sheet, without content, to its last column and row. */
const MOST_REPEATED = 1_000;

const repeated = (element: XmlElement, name: string): number =>
  Math.min(MOST_REPEATED, Math.max(1, Number(xmlAttribute(element, name) ?? "1") || 1));

function sheetOf(table: XmlElement, content: string): Sheet {
  const columns = xmlFind(table, "table-column").flatMap((column) =>
    new Array<boolean>(repeated(column, "number-columns-repeated")).fill(hides(column)),
  );
  const style = xmlAttribute(table, "style-name")?.replaceAll(/\W/gu, ".");
  const sign = `<style:style [^<>]*style:name="${style}"[^<>]*>\\s*<style:table-properties[^<>]*table:display="false"`;
  return {
    name: xmlAttribute(table, "name") ?? "",
    hidden: new RegExp(sign, "u").test(content),
    hiddenColumns: new Set(columns.flatMap((hidden, i) => (hidden ? i : []))),
    rows: sheetRows(table),
  };
}

const hides = (part: XmlElement): boolean => /^(?:collapse|filter)$/u.test(xmlAttribute(part, "visibility") ?? "");

function* sheetRows(table: XmlElement): Generator<readonly string[]> {
  for (const row of xmlFind(table, "table-row")) {
    const cells = xmlChildren(row)
      .filter(({ name }) => /^(?:covered-)?table-cell$/u.test(name))
      .flatMap((cell) => new Array<string>(repeated(cell, "number-columns-repeated")).fill(cellText(cell)));
    const filled = cells.some((cell) => cell.trim() !== "");
    if (filled && hides(row)) cells.push(HIDDEN);
    for (let i = 0; i < (filled ? repeated(row, "number-rows-repeated") : 1); i++) yield cells;
  }
}

function cellText(cell: XmlElement): string {
  const [notes, texts] = [
    xmlChildren(cell, "annotation"),
    xmlChildren(cell).filter(({ name }) => name !== "annotation"),
  ];
  return [
    ...texts.map((text) => inlineText(text).trim()),
    ...notes.map((note) => noteOf("", paragraphsText(note))),
  ].join(" ");
}

function slidesHtml(presentation: XmlElement, lists: ListPlace): string {
  return xmlChildren(presentation, "page")
    .map((page, i) => {
      const frames = xmlChildren(page).filter(({ name }) => name !== "notes");
      const titled = frames.find((frame) => xmlAttribute(frame, "class") === "title");
      const title = titled === undefined ? "" : paragraphsText(titled).replaceAll(/\s+/gu, " ");
      const notes = xmlChildren(page, "notes")
        .map((one) => blocksHtml(one, lists))
        .join("");
      const body = frames.filter((frame) => frame !== titled).map((frame) => blocksHtml(frame, lists));
      const heading = title === "" ? `Slide ${i + 1}` : `Slide ${i + 1}: ${title}`;
      return `<h1>${escapeHtml(heading)}</h1>${body.join("")}${notes === "" ? "" : `<p>Notes:</p>${notes}`}`;
    })
    .join("");
}

const LEFT_OUT: ReadonlySet<string> = new Set(["tracked-changes", "page-thumbnail", "forms", "sequence-decls"]);

/** Blocks inside an element: headings, paragraphs, lists and tables; others are looked into. */
function blocksHtml(parent: XmlElement, lists: ListPlace): string {
  return xmlChildren(parent)
    .map((element) => {
      const { name } = element;
      if (LEFT_OUT.has(name)) return "";
      if (name === "h") {
        const level = Math.min(6, Math.max(1, Number(xmlAttribute(element, "outline-level") ?? "1") || 1));
        return `<h${level}>${inlineHtml(element)}</h${level}>${framesHtml(element, lists)}`;
      }
      if (name === "p") return `<p>${inlineHtml(element)}</p>${framesHtml(element, lists)}`;
      if (name === "list") {
        // Inner lists say their style again, or have that of the outer one.
        const style = xmlAttribute(element, "style-name") ?? lists.style;
        const inner = { ...lists, style, level: lists.level + 1 };
        const counted = lists.counted.get(`${style} ${inner.level}`);
        const items = blocksHtml(element, inner);
        return counted === undefined
          ? `<ul>${items}</ul>`
          : `<ol type="${counted.replaceAll(/\W/gu, "")}">${items}</ol>`;
      }
      if (name === "list-item" || name === "list-header") return `<li>${blocksHtml(element, lists)}</li>`;
      if (name === "object")
        return xmlFind(element, "chart")
          .map((chart) => blocksHtml(chart, lists))
          .join("");
      if (name === "table-of-content") return blocksHtml(element, lists).replaceAll("<p>", '<p class="toc">');
      if (name === "table") return `<table>${tableRows(element, lists)}</table>`;
      return blocksHtml(element, lists);
    })
    .join("");
}

function tableRows(parent: XmlElement, lists: ListPlace): string {
  return xmlChildren(parent)
    .map((element) => {
      if (element.name === "table-header-rows") return `<thead>${tableRows(element, lists)}</thead>`;
      if (element.name !== "table-row") return tableRows(element, lists);
      const cells = xmlChildren(element, "table-cell").map((cell) => {
        const across = xmlAttribute(cell, "number-columns-spanned") ?? "1";
        const down = xmlAttribute(cell, "number-rows-spanned") ?? "1";
        return `<td colspan="${Number(across) || 1}" rowspan="${Number(down) || 1}">${blocksHtml(cell, lists)}</td>`;
      });
      return `<tr>${cells.join("")}</tr>`;
    })
    .join("");
}

const inlineHtml = (element: XmlElement): string => escapeHtml(inlineText(element)).replaceAll("\n", "<br>");

/** What stands in boxes and charts that hang in a paragraph, behind it. */
function framesHtml(paragraph: XmlElement, lists: ListPlace): string {
  const children = xmlFind(paragraph, "text-box", "object");
  return blocksHtml({ ...paragraph, children }, lists);
}

function inlineText(element: XmlElement): string {
  return element.children
    .map((child) => {
      if (typeof child === "string") return child.replaceAll(/\s+/gu, " ");
      const { name } = child;
      if (name === "s") return " ".repeat(Math.min(MOST_REPEATED, Number(xmlAttribute(child, "c") ?? "1") || 1));
      if (name === "tab") return " ";
      if (name === "line-break") return "\n";
      if (name === "note") return noteText(child);
      if (name === "annotation")
        return ` ${noteOf(xmlFind(child, "creator").map(xmlText).join(""), paragraphsText(child))}`;
      // Readings stand behind the words that they say how to read.
      if (name === "ruby-text") return `(${xmlText(child)})`;
      return /^(?:text-box|object|page-number)$/u.test(name) ? "" : inlineText(child);
    })
    .join("");
}

/** A comment behind what it is on. */
const noteOf = (author: string, text: string): string => `[Note${author === "" ? "" : ` by ${author}`}: ${text}]`;

/** A footnote at its mark: `[1: its text]`. */
function noteText(note: XmlElement): string {
  const mark = xmlFind(note, "note-citation").map(xmlText).join("").trim();
  return ` [${mark}: ${xmlFind(note, "note-body").map(paragraphsText).join(" ")}]`;
}

const paragraphsText = (parent: XmlElement): string => xmlFind(parent, "p", "h").map(inlineText).join(" ").trim();
