import type { ParsedDocument } from "../../model/section.ts";
import { type BinaryInput, skipFile } from "../parser-input.ts";
import { openPackage, type PackageParts, XML_PARTS } from "../zip/open-package.ts";
import { drawnHtml, escapeHtml, htmlDocument } from "./html-document.ts";
import {
  type XmlElement,
  packageMetadata,
  relationshipsOf,
  officeText,
  xmlAttribute,
  xmlChildren,
  xmlFind,
  xmlText,
  xmlTree,
} from "./xml-tree.ts";

const PRESENTATION = "ppt/presentation.xml";
const TITLES: ReadonlySet<string> = new Set(["title", "ctrTitle"]);
/** What stands on every slide, or in a frame of the notes, and says nothing of this one. */
const FURNITURE: ReadonlySet<string> = new Set(["sldNum", "dt", "hdr", "sldImg"]);

/**
 * Parses a PowerPoint presentation: a section a slide (`Slide 3: Its title`), with the text of its shapes in the order
 * in which they lie, tables, diagrams, charts, remarks, and the speaker's notes at its end.
 * @throws LociError `FILE_SKIPPED`: as `openPackage`, and `empty`
 * Cost: memory for the XML of one slide as a tree, beside the text.
 */
export async function parsePptx(input: BinaryInput): Promise<ParsedDocument> {
  const parts = await openPackage(input, { expected: "pptx", needs: /^ppt\/presentation\.xml$/u, reads: XML_PARTS });
  const targets = new Map(relationshipsOf(parts, PRESENTATION).map(({ id, target }) => [id, target]));
  const slides = xmlFind(xmlTree(parts.get(PRESENTATION) ?? ""), "sldId").flatMap(
    (slide) => targets.get(xmlAttribute(slide, "r:id") ?? "") ?? [],
  );
  const pages = slides.map((slide, i) => slideHtml(parts, slide, i + 1));
  if (pages.every(({ empty }) => empty)) throw skipFile(input.path, "empty");
  const html = pages.map((page) => page.html).join("");
  return htmlDocument(input, html, packageMetadata(parts.get("docProps/core.xml") ?? ""));
}

function slideHtml(parts: PackageParts, part: string, number: number): { html: string; empty: boolean } {
  const shapes = shapesOf(xmlTree(parts.get(part) ?? ""));
  const titled = shapes.find((shape) => TITLES.has(placeholderOf(shape)) && shapeText(shape) !== "");
  const title = titled === undefined ? "" : shapeText(titled).replaceAll(/\s+/gu, " ");
  const body = shapes.filter((shape) => shape !== titled).map(shapeHtml);
  for (const { type, target } of relationshipsOf(parts, part)) {
    const xml = parts.get(target);
    if (xml === undefined) continue;
    if (type === "diagramData" || type === "chart") body.push(drawnHtml(xmlTree(xml)));
    if (type === "comments") body.push(...xmlFind(xmlTree(xml), "cm").map(commentHtml));
    if (type === "notesSlide") {
      const notes = shapesOf(xmlTree(xml)).map(shapeHtml).join("");
      if (notes !== "") body.push(`<p>Notes:</p>${notes}`);
    }
  }
  const html = body.join("");
  const heading = title === "" ? `Slide ${number}` : `Slide ${number}: ${title}`;
  return { html: `<h1>${escapeHtml(heading)}</h1>${html}`, empty: title === "" && html === "" };
}

/** A remark at a slide, of older or newer programs. */
function commentHtml(comment: XmlElement): string {
  const text = xmlFind(comment, "text", "t").map(xmlText).join(" ").trim();
  return text === "" ? "" : `<p>[Note: ${escapeHtml(text)}]</p>`;
}

/** Shapes and tables, those of groups among them; of alternatives, the first. */
const shapesOf = (root: XmlElement): XmlElement[] =>
  xmlChildren(root).flatMap((child) => {
    if (child.name === "sp" || child.name === "graphicFrame") return FURNITURE.has(placeholderOf(child)) ? [] : [child];
    if (child.name === "AlternateContent") return xmlChildren(child).slice(0, 1).flatMap(shapesOf);
    return shapesOf(child);
  });

function placeholderOf(shape: XmlElement): string {
  const placeholder = xmlFind(shape, "ph")[0];
  return placeholder === undefined ? "" : (xmlAttribute(placeholder, "type") ?? "");
}

const shapeText = (shape: XmlElement): string => xmlFind(shape, "p").map(paragraphText).join("\n").trim();

function shapeHtml(shape: XmlElement): string {
  const table = xmlFind(shape, "tbl")[0];
  if (table === undefined) return paragraphsHtml(shape);
  const rows = xmlChildren(table, "tr").map((row) => {
    const cells = xmlChildren(row, "tc").map((cell) => `<td>${escapeHtml(shapeText(cell))}</td>`);
    return `<tr>${cells.join("")}</tr>`;
  });
  return `<table>${rows.join("")}</table>`;
}

/** The paragraphs of one shape, a line each: they belong together. */
function paragraphsHtml(shape: XmlElement): string {
  const lines = xmlFind(shape, "p").flatMap((paragraph) => paragraphText(paragraph).trimEnd() || []);
  const html = lines.map((line) => escapeHtml(line).replaceAll("\n", "<br>")).join("<br>");
  return html === "" ? "" : `<p>${html}</p>`;
}

const paragraphText = (paragraph: XmlElement): string =>
  xmlFind(paragraph, "t", "br", "tab")
    .map((piece) => (piece.name === "t" ? officeText(xmlText(piece)) : piece.name === "br" ? "\n" : " "))
    .join("");
