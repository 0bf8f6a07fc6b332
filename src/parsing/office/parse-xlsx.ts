import type { ParsedDocument } from "../../model/section.ts";
import type { BinaryInput } from "../parser-input.ts";
import { type Sheet, sheetsDocument } from "../table/table-sections.ts";
import { openPackage, type PackageParts, XML_PARTS } from "../zip/open-package.ts";
import {
  packageMetadata,
  relationshipsOf,
  xmlAttribute,
  xmlChildren,
  type XmlElement,
  xmlFind,
  xmlText,
  xmlTree,
} from "./xml-tree.ts";

const WORKBOOK = "xl/workbook.xml";

/**
 * Parses an Excel workbook: a section a sheet, a line a row, formulas by the values that were stored with them, days
 * and times as ISO 8601.
 *
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
    moments: momentStyles(xmlTree(partOf("styles"))),
    // Workbooks of old Macs count from 1904.
    first: /date1904\s*=\s*["'](?:1|true)/u.test(parts.get(WORKBOOK) ?? "") ? 24_107 : 25_569,
  };
  const sheets = xmlFind(workbook, "sheet").map((sheet): Sheet => ({
    name: xmlAttribute(sheet, "name") ?? "",
    rows: rowsOf(parts, targets.get(/\br:id\s*=\s*["']([^"']*)/u.exec(sheet.attributes)?.[1] ?? "") ?? "", reading),
  }));
  return sheetsDocument(input, sheets, packageMetadata(parts.get("docProps/core.xml") ?? ""));
}

/** What the cells of all sheets refer to. */
interface Reading {
  readonly texts: readonly string[];
  /** By style, which part of a moment its numbers are. */
  readonly moments: readonly Moment[];
  /** Days from the workbook's first day to 1970. */
  readonly first: number;
}

type Moment = "day" | "time" | "both" | null;

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
function richText(element: XmlElement): string {
  return xmlChildren(element)
    .map((child) => (child.name === "t" ? xmlText(child) : child.name === "r" ? richText(child) : ""))
    .join("");
}

function* rowsOf(parts: PackageParts, part: string, reading: Reading): Generator<readonly string[]> {
  for (const row of elements(parts.get(part) ?? "", "row")) {
    const cells: string[] = [];
    for (const cell of xmlChildren(row, "c")) {
      const column = columnOf(xmlAttribute(cell, "r"));
      // A cell far to the right of nothing stays the next one: the columns between would be empty in every row.
      while (column !== null && column < WIDEST && cells.length < column) cells.push("");
      cells.push(cellText(cell, reading));
    }
    yield cells;
  }
}

const WIDEST = 200;

/** `C7` is column 2. */
function columnOf(reference: string | null): number | null {
  const letters = /^[A-Z]{1,3}/u.exec(reference ?? "")?.[0];
  return letters === undefined ? null : [...letters].reduce((sum, one) => 26 * sum + one.charCodeAt(0) - 64, 0) - 1;
}

function cellText(cell: XmlElement, { texts, moments, first }: Reading): string {
  const type = xmlAttribute(cell, "t") ?? "n";
  if (type === "inlineStr") return xmlChildren(cell, "is").map(richText).join("");
  const value = xmlChildren(cell, "v").map(xmlText).join("");
  if (type === "s") return texts[Number(value)] ?? "";
  if (type === "b") return value === "1" ? "TRUE" : "FALSE";
  if (type !== "n" || value === "" || Number.isNaN(Number(value))) return value;
  const moment = moments[Number(xmlAttribute(cell, "s") ?? "0")] ?? null;
  // Fifteen digits are what the program shows of a number.
  return moment === null ? String(Number(Number(value).toPrecision(15))) : momentText(Number(value), moment, first);
}

function momentText(serial: number, moment: Exclude<Moment, null>, first: number): string {
  const at = new Date(Math.round((serial - first) * 86_400_000));
  if (Number.isNaN(at.getTime())) return String(serial);
  const [day, time] = at.toISOString().split("T") as [string, string];
  const clock = time.slice(0, 8).replace(/:00$/u, "");
  if (moment === "time") return clock;
  return moment === "day" || Number.isInteger(serial) ? day : `${day} ${clock}`;
}

/** The formats that have a number and no text (ECMA-376, part 1, 18.8.30). */
const BUILT_IN: Readonly<Record<number, Moment>> = {
  ...Object.fromEntries([14, 15, 16, 17, 27, 30, 36, 50, 57].map((id) => [id, "day" as const])),
  ...Object.fromEntries([18, 19, 20, 21, 45, 46, 47].map((id) => [id, "time" as const])),
  22: "both",
};

function momentStyles(styles: XmlElement): readonly Moment[] {
  const own = new Map(
    xmlFind(styles, "numFmts")
      .flatMap((formats) => xmlChildren(formats, "numFmt"))
      .map((format) => [xmlAttribute(format, "numFmtId"), momentOf(xmlAttribute(format, "formatCode") ?? "")] as const),
  );
  return xmlFind(styles, "cellXfs")
    .flatMap((formats) => xmlChildren(formats, "xf"))
    .map((format) => {
      const id = xmlAttribute(format, "numFmtId");
      return own.get(id) ?? BUILT_IN[Number(id)] ?? null;
    });
}

/**
 * Which part of a moment a format shows; what stands in quotation marks or brackets, or behind a backslash, shows none.
 */
function momentOf(format: string): Moment {
  const signs = format.replaceAll(/"[^"]*"|\[[^\]]*\]|\\./gu, "").split(";", 1)[0] as string;
  const day = /[yd]/iu.test(signs);
  const time = /[hs]/iu.test(signs);
  if (day) return time ? "both" : "day";
  return time ? "time" : /m/iu.test(signs) && !/[#0?]/u.test(signs) ? "day" : null;
}
