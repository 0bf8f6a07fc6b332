import type { DocumentMetadata, ParsedDocument } from "../../model/section.ts";
import { renderText } from "../html/render-text.ts";
import { parseTree } from "../html/tree.ts";
import { type BinaryInput, skipFile } from "../parser-input.ts";
import { sectionsFromHeadings } from "../sections-from-headings.ts";
import { type XmlElement, xmlAttribute, xmlFind, xmlText } from "./xml-tree.ts";

/** Elements of HTML that a reader makes of one element of its format, at most. */
export const HTML_PER_XML = 4;

/** Characters as HTML that says the same. Tabs and line ends are what they are; several spaces are one. */
export const escapeHtml = (text: string): string => text.replaceAll("&", "&amp;").replaceAll("<", "&lt;");

/**
 * A document of what a reader wrote as HTML: headings, paragraphs, lists and tables come out as they do for pages of
 * the web.
 * @throws LociError `FILE_SKIPPED`: `nesting`, `empty`
 */
export function htmlDocument({ path, limits }: BinaryInput, html: string, metadata: DocumentMetadata): ParsedDocument {
  const tree = parseTree(html, path, HTML_PER_XML * limits.maxNesting);
  const rendered = renderText(tree);
  if (rendered.text === "") throw skipFile(path, "empty");
  const sections = sectionsFromHeadings({ ...rendered, lines: null, elementType: "section" });
  return { text: rendered.text, sections, metadata };
}

/** Points of a series; more is no chart that anybody looks at. */
const MOST_POINTS = 10_000;

/**
 * What is written on a drawing, a diagram or a chart: its paragraphs, each a row of one cell, then a chart's series as a table, a column
 * each and a row a category.
 * @param root the part that holds it
 */
export function drawnRows(root: XmlElement): readonly (readonly string[])[] {
  const lines = new Set(xmlFind(root, "p").map((one) => xmlFind(one, "t").map(xmlText).join("")));
  const rows = [...lines].filter((line) => line.trim() !== "").map((line) => [line]);
  const series = xmlFind(root, "ser").map((one) => ({
    name: xmlFind(one, "tx")
      .flatMap((name) => xmlFind(name, "v").map(xmlText))
      .join(" "),
    categories: pointsOf(one, "cat", "xVal"),
    values: pointsOf(one, "val", "yVal"),
  }));
  if (series.length === 0) return rows;
  const count = Math.max(...series.map(({ categories, values }) => Math.max(categories.length, values.length)));
  const points = Array.from({ length: count }, (_, i) => [
    series.find(({ categories }) => categories[i] !== undefined)?.categories[i] ?? "",
    ...series.map(({ values }) => values[i] ?? ""),
  ]);
  return [...rows, ["", ...series.map(({ name }) => name)], ...points];
}

/** The points that a chart keeps of what it shows, at their places. */
function pointsOf(series: XmlElement, ...parts: readonly string[]): readonly (string | undefined)[] {
  const found: (string | undefined)[] = [];
  for (const point of xmlFind(series, ...parts).flatMap((part) => xmlFind(part, "pt"))) {
    const at = Number(xmlAttribute(point, "idx") ?? found.length);
    const value = xmlFind(point, "v").map(xmlText).join("");
    // Fifteen digits are what programs show of a number.
    if (at >= 0 && at < MOST_POINTS)
      found[at] = /^-?\d+\.\d{15,}$/u.test(value) ? String(Number(Number(value).toPrecision(15))) : value;
  }
  return Array.from(found);
}

/** Such rows as HTML: paragraphs, and a table. */
export function drawnHtml(root: XmlElement): string {
  const rows = drawnRows(root);
  const cells = (row: readonly string[]): string => row.map((cell) => `<td>${escapeHtml(cell)}</td>`).join("");
  const [lines, table] = [rows.filter(({ length }) => length === 1), rows.filter(({ length }) => length > 1)];
  return (
    lines.map(([line = ""]) => `<p>${escapeHtml(line)}</p>`).join("") +
    (table.length === 0 ? "" : `<table>${table.map((row) => `<tr>${cells(row)}</tr>`).join("")}</table>`)
  );
}
