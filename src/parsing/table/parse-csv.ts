import type { ParsedDocument, Span } from "../../model/section.ts";
import { lineTable } from "../../text/line-table.ts";
import type { TextInput } from "../parser-input.ts";
import { HEAD, tableSection } from "./table-sections.ts";

const SEPARATORS = [",", ";", "\t", "|"] as const;

/**
 * A file of values apart by commas, semicolons, tabs or bars (RFC 4180): its own text, a block a row, the names of the
 * columns in the breadcrumb.
 * Cost: linear.
 */
export function parseCsv({ text, path }: TextInput): ParsedDocument {
  const rows = rowsOf(text).filter(({ start, end }) => text.slice(start, end).trim() !== "");
  const head = rows.slice(0, HEAD).map(({ start, end }) => text.slice(start, end));
  const separator = separatorOf(head.join(""), path);
  const table = {
    title: "",
    span: { start: 0, end: text.length },
    rows,
    first: head.map((row) => cellsOf(row, separator)),
  };
  return { text, sections: text === "" ? [] : [tableSection(table, lineTable(text))], metadata: {} };
}

/**
 * The rows of a table; a line end in quotation marks ends none. A quotation mark that nothing closes is a character
 * like others.
 */
function rowsOf(text: string): Span[] {
  const rows: Span[] = [];
  let start = 0;
  let quoted = false;
  let lastBreak = -1;
  for (let at = 0; at < text.length; at++) {
    const character = text[at];
    if (character === '"') quoted = !quoted;
    else if (character === "\n" || (character === "\r" && text[at + 1] !== "\n")) {
      if (!quoted) {
        rows.push({ start, end: at + 1 });
        start = at + 1;
      } else if (lastBreak < start) lastBreak = at + 1;
      if (quoted && at - start > LONGEST_ROW) {
        rows.push({ start, end: lastBreak });
        at = (start = lastBreak) - 1;
        quoted = false;
      }
    }
  }
  if (quoted && lastBreak > start) {
    rows.push({ start, end: lastBreak });
    return [...rows, ...rowsOf(text.slice(lastBreak)).map((row) => shift(row, lastBreak))];
  }
  if (start < text.length) rows.push({ start, end: text.length });
  return rows;
}

/** Characters after which a row in quotation marks isn't one: a mark was left open. */
const LONGEST_ROW = 100_000;

const shift = ({ start, end }: Span, by: number): Span => ({ start: start + by, end: end + by });

function separatorOf(row: string, path: string): string {
  if (/\.tsv$/iu.test(path)) return "\t";
  const bare = row.replaceAll(/"[^"]*"/gu, "");
  const counts = SEPARATORS.map((separator) => bare.split(separator).length);
  return SEPARATORS[counts.indexOf(Math.max(...counts))] as string;
}

export function csvCells(text: string, path: string): string[][] {
  const rows = rowsOf(text).map(({ start, end }) => text.slice(start, end));
  const separator = separatorOf(rows[0] ?? "", path);
  return rows.map((row) => cellsOf(row, separator));
}

/** The cells of a row, without their quotation marks; a doubled one inside stands for itself. */
function cellsOf(row: string, separator: string): string[] {
  const cell = new RegExp(`(?<=^|[${separator}])(?:"[^"]*(?:"|$)|[^"${separator}])*(?=[${separator}]|$)`, "gu");
  return Array.from(row.trimEnd().matchAll(cell), ([written]) =>
    written.replaceAll(/"((?:[^"]|"")*)(?:"|$)/gu, (_, inside: string) => inside.replaceAll('""', '"')),
  );
}
