import type { ParsedDocument } from "../../model/section.ts";
import type { BinaryInput } from "../parser-input.ts";
import { HIDDEN, type Sheet, sheetsDocument } from "../table/table-sections.ts";
import { openPackage, type PackageParts, XML_PARTS } from "../zip/open-package.ts";
import { drawnRows } from "./html-document.ts";
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

const WORKBOOK = "xl/workbook.xml";

/**
 * Parses an Excel workbook: a section a sheet, a line a row, formulas by the values that were stored with them, days
 * and times as ISO 8601.
 * @throws LociError `FILE_SKIPPED`: as `openPackage` and `sheetsDocument`
 * Cost: memory for the shared texts and one row as a tree, beside the text.
 */
export async function parseXlsx(input: BinaryInput): Promise<ParsedDocument> {
  const parts = await openPackage(input, { expected: "xlsx", needs: /^xl\/workbook\.xml$/u, reads: XML_PARTS });
  const related = relationshipsOf(parts, WORKBOOK);
  const targets = new Map(related.map(({ id, target }) => [id, target]));
  const partOf = (type: string): string => parts.get(related.find((one) => one.type === type)?.target ?? "") ?? "";
  const workbook = xmlTree(parts.get(WORKBOOK) ?? "");
  const reading: Reading = {
    texts: [...elements(partOf("sharedStrings"), "si")].map(richText),
    shown: shownStyles(xmlTree(partOf("styles"))),
    // Workbooks of old Macs count from 1904.
    first: /date1904\s*=\s*["'](?:1|true)/u.test(parts.get(WORKBOOK) ?? "") ? 24_107 : 25_569,
  };
  const sheets = xmlFind(workbook, "sheet").map((sheet): Sheet => {
    const part = targets.get(xmlAttribute(sheet, "r:id") ?? "") ?? "";
    const beside = relationshipsOf(parts, part);
    const notes = beside.find(({ type }) => type === "comments")?.target ?? "";
    const drawn = beside.filter(({ type }) => type === "drawing").map(({ target }) => target);
    const rows = rowsOf(parts.get(part) ?? "", { ...reading, notes: notesOf(parts.get(notes) ?? "") });
    const hidden = (xmlAttribute(sheet, "state") ?? "visible") !== "visible";
    const name = xmlAttribute(sheet, "name") ?? "";
    return { name, hidden, hiddenColumns: hiddenColumns(parts.get(part) ?? ""), rows: withDrawn(rows, parts, drawn) };
  });
  return sheetsDocument(input, sheets, packageMetadata(parts.get("docProps/core.xml") ?? ""));
}

/** The rows of a sheet, and below them what is written in boxes and on charts over it. */
function* withDrawn(
  rows: Iterable<readonly string[]>,
  parts: PackageParts,
  drawings: readonly string[],
): Generator<readonly string[]> {
  yield* rows;
  for (const drawing of drawings) {
    const charts = relationshipsOf(parts, drawing).filter(({ type }) => type === "chart");
    for (const part of [drawing, ...charts.map(({ target }) => target)])
      yield* drawnRows(xmlTree(parts.get(part) ?? ""));
  }
}

interface Reading {
  readonly texts: readonly string[];
  /** By style, what its numbers stand for. */
  readonly shown: readonly Shown[];
  /** Days from the workbook's first day to 1970. */
  readonly first: number;
}

/** A part of a moment, or a share of a hundred. */
type Shown = "span" | "day" | "time" | "both" | "percent" | null;

/** What is noted at the cells of a sheet, by their names. */
function notesOf(xml: string): ReadonlyMap<string, string> {
  const notes = [...elements(xml, "comment")].map((note): readonly [string, string] => {
    const text = xmlChildren(note, "text").map(richText).join("");
    return [xmlAttribute(note, "ref") ?? "", `[Note: ${text.trim()}]`];
  });
  return new Map(notes);
}

/** Elements of a name, one after the other, so that a large part is never a tree as a whole. */
function* elements(xml: string, name: string): Generator<XmlElement> {
  const begin = new RegExp(`<(?:\\w+:)?${name}(?=[\\s/>])`, "gu");
  const end = new RegExp(`</(?:\\w+:)?${name}>|(?=<(?:\\w+:)?${name}[\\s/>])`, "gu");
  for (let found = begin.exec(xml); found !== null; found = begin.exec(xml)) {
    end.lastIndex = begin.lastIndex;
    const until = end.exec(xml)?.index ?? xml.length;
    const [element] = xmlChildren(xmlTree(xml.slice(found.index, until)));
    if (element !== undefined) yield element;
  }
}

/** The text of a cell or a shared text, without the readings over Japanese words. */
const richText = (element: XmlElement): string =>
  xmlChildren(element)
    .map((child) => (child.name === "t" ? officeText(xmlText(child)) : child.name === "r" ? richText(child) : ""))
    .join("");

/** Columns that a sheet doesn't show, which are less than a whole sheet's. */
const hiddenColumns = (xml: string): Set<number> =>
  new Set(
    [...elements(xml.slice(0, xml.search(/<(?:\w+:)?sheetData/u)), "col")].filter(isHidden).flatMap((column) => {
      const [first, last] = ["min", "max"].map((name) => Number(xmlAttribute(column, name)) - 1) as [number, number];
      return Array.from({ length: Math.max(0, Math.min(last, WIDEST) - first + 1) }, (_, i) => first + i);
    }),
  );

const isHidden = (element: XmlElement): boolean => /^(?:1|true)$/u.test(xmlAttribute(element, "hidden") ?? "");

/** The rows of a sheet. What is noted at a cell stands behind what is in it, or below the sheet where the cell isn't there. */
function* rowsOf(
  xml: string,
  reading: Reading & { readonly notes: ReadonlyMap<string, string> },
): Generator<readonly string[]> {
  const notes = new Map(reading.notes);
  let next = 1;
  for (const row of elements(xml, "row")) {
    const cells: string[] = [];
    const at = Number(xmlAttribute(row, "r") ?? next);
    if (at > next) yield [];
    next = at + 1;
    for (const cell of xmlChildren(row, "c")) {
      const name = xmlAttribute(cell, "r");
      const column = columnOf(name);
      // A cell far to the right of nothing stays the next one: the columns between would be empty in every row.
      while (column !== null && column < WIDEST && cells.length < column) cells.push("");
      const note = notes.get(name ?? "");
      notes.delete(name ?? "");
      cells.push([cellText(cell, reading), ...(note === undefined ? [] : [note])].join(" "));
    }
    if (isHidden(row) && cells.some((cell) => cell !== "")) cells.push(HIDDEN);
    yield cells;
  }
  for (const [name, note] of notes) yield [`${name} ${note}`];
}

const WIDEST = 200;

/** `C7` is column 2. */
function columnOf(reference: string | null): number | null {
  const letters = /^[A-Z]{1,3}/u.exec(reference ?? "")?.[0];
  return letters === undefined ? null : [...letters].reduce((sum, one) => 26 * sum + one.charCodeAt(0) - 64, 0) - 1;
}

function cellText(cell: XmlElement, { texts, shown, first }: Reading): string {
  const type = xmlAttribute(cell, "t") ?? "n";
  if (type === "inlineStr") return xmlChildren(cell, "is").map(richText).join("");
  const value = xmlChildren(cell, "v").map(xmlText).join("");
  if (type === "s") return texts[Number(value)] ?? "";
  if (type === "b") return value === "1" ? "TRUE" : "FALSE";
  if (type !== "n" || value === "" || Number.isNaN(Number(value))) return officeText(value);
  const kind = shown[Number(xmlAttribute(cell, "s") ?? "0")] ?? null;
  // Fifteen digits are what the program shows of a number.
  if (kind === null) return String(Number(Number(value).toPrecision(15)));
  return kind === "percent"
    ? `${Number((100 * Number(value)).toPrecision(12))}%`
    : momentText(Number(value), kind, first);
}

function momentText(serial: number, moment: Exclude<Shown, null>, first: number): string {
  if (moment === "span") return spanText(serial);
  const at = new Date(Math.round((serial - first) * 86_400_000));
  if (Number.isNaN(at.getTime())) return String(serial);
  const [day, time] = at.toISOString().split("T") as [string, string];
  const clock = time.slice(0, 8).replace(/:00$/u, "");
  if (moment === "time") return clock;
  return moment === "day" || Number.isInteger(serial) ? day : `${day} ${clock}`;
}

/** A length of time, in days, as hours, minutes and seconds. */
function spanText(days: number): string {
  const seconds = Math.round(Math.abs(days) * 86_400);
  const parts = [(seconds / 60) % 60, seconds % 60].map((part) => String(Math.floor(part)).padStart(2, "0"));
  return `${days < 0 ? "-" : ""}${Math.floor(seconds / 3_600)}:${parts.join(":").replace(/:00$/u, "")}`;
}

/** The formats that have a number and no text (ECMA-376, part 1, 18.8.30). */
const BUILT_IN: Readonly<Record<number, Shown>> = {
  ...Object.fromEntries([14, 15, 16, 17, 27, 30, 36, 50, 57].map((id) => [id, "day" as const])),
  ...Object.fromEntries([18, 19, 20, 21, 45, 47].map((id) => [id, "time" as const])),
  22: "both",
  46: "span",
  ...{ 9: "percent", 10: "percent" },
};

function shownStyles(styles: XmlElement): readonly Shown[] {
  const own = new Map(
    xmlFind(styles, "numFmts")
      .flatMap((formats) => xmlChildren(formats, "numFmt"))
      .map((format) => [xmlAttribute(format, "numFmtId"), shownBy(xmlAttribute(format, "formatCode") ?? "")] as const),
  );
  return xmlFind(styles, "cellXfs")
    .flatMap((formats) => xmlChildren(formats, "xf"))
    .map((format) => {
      const id = xmlAttribute(format, "numFmtId");
      return own.get(id) ?? BUILT_IN[Number(id)] ?? null;
    });
}

/** What a format shows of a number; what stands in quotation marks or brackets, or behind a backslash, shows none. */
function shownBy(format: string): Shown {
  if (/\[(?:h+|m+|s+)\]/iu.test(format)) return "span";
  const signs = format.replaceAll(/"[^"]*"|\[[^\]]*\]|\\./gu, "").split(";", 1)[0] as string;
  if (/[0#?]%/u.test(signs)) return "percent";
  const day = /[yd]/iu.test(signs);
  const time = /[hs]/iu.test(signs);
  if (day) return time ? "both" : "day";
  return time ? "time" : /m/iu.test(signs) && !/[#0?]/u.test(signs) ? "day" : null;
}
