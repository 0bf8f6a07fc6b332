import type { Block, DocumentMetadata, ParsedDocument, Section, Span } from "../../model/section.ts";
import type { LineTable } from "../../text/line-table.ts";
import { type BinaryInput, skipFile } from "../parser-input.ts";

export interface PlacedTable {
  /** What the table is called; empty for a file that is one table. */
  readonly title: string;
  /** From the first row's start, or what stands above it, to the start of what comes next. */
  readonly span: Span;
  /** Spans of the rows, line ends included. */
  readonly rows: readonly Span[];
  /** Cells of the first rows, `HEAD` of them. */
  readonly first: readonly (readonly string[])[];
}

/** Rows among which the names of the columns are looked for. */
export const HEAD = 8;
/** Characters of the header that a passage carries. */
const LONGEST_HEADER = 240;
const NUMBER = /^(?!(?:19|20)\d\d$)[\s\d.,:%+\-/€$£]*$/u;

/**
 * The section of a table. The names of its columns stand in its breadcrumb, so that a passage from the middle still
 * has them.
 * @param lines null for extracted text
 */
export function tableSection({ title, span, rows, first }: PlacedTable, lines: LineTable | null): Section {
  const header = headerOf(first, rows.length);
  const breadcrumb = [title, header].filter((part) => part !== "");
  return {
    title: breadcrumb[breadcrumb.length - 1] ?? "",
    breadcrumb,
    level: breadcrumb.length,
    span,
    lines: lines === null ? null : lines.linesOf(span),
    pages: null,
    elementType: "table",
    blocks: rows.map((row): Block => ({ kind: "row", span: row })),
  };
}

/**
 * `date, customer, amount`: the first row of several cells, below the table's title; years are names too. Where it is in two rows, as under
 * years that stand over several columns, both. Empty where that row is one like the others.
 */
function headerOf(first: readonly (readonly string[])[], rows: number): string {
  const named = first.map((row) =>
    row.map((cell) => cell.replaceAll(/\s+/gu, " ").trim()).filter((name) => name !== ""),
  );
  const width = Math.max(0, ...named.map(({ length }) => length));
  const at = named.findIndex(({ length }) => length > 1);
  const isNames = (names: readonly string[] = []): boolean =>
    names.length > 1 && names.every((name) => !NUMBER.test(name) && name.length <= 80);
  if (rows < at + 2 || !isNames(named[at]) || named[at]?.every((name) => /^\d+$/u.test(name))) return "";
  const isDouble = (named[at]?.length ?? 0) < width && (first[at]?.[0] ?? "") !== "" && first[at + 1]?.[0] === "";
  const header = [...(named[at] ?? []), ...(isDouble && isNames(named[at + 1]) ? (named[at + 1] ?? []) : [])].join(
    ", ",
  );
  return header.length <= LONGEST_HEADER ? header : `${header.slice(0, header.lastIndexOf(",", LONGEST_HEADER))}, …`;
}

/** A sheet of a workbook: its cells as they are shown; an empty row is none. */
export interface Sheet {
  readonly name: string;
  readonly rows: Iterable<readonly string[]>;
}

/** Characters of all sheets together; a file that unpacks to more holds data and no text. */
const LONGEST = 64 * 1024 * 1024;

/**
 * The document of a workbook: a section a sheet, a line a row (`| cell | cell |`), the sheet's name and those of its
 * columns in the breadcrumb.
 * @throws LociError `FILE_SKIPPED`: `empty`, `decompressed-size`
 */
export function sheetsDocument(
  { path }: BinaryInput,
  sheets: Iterable<Sheet>,
  metadata: DocumentMetadata,
): ParsedDocument {
  const pieces: string[] = [];
  const sections: Section[] = [];
  let length = 0;
  const add = (piece: string): void => {
    pieces.push(piece);
    length += piece.length;
    if (length > LONGEST) throw skipFile(path, "decompressed-size", { limit: LONGEST });
  };
  for (const { name, rows } of sheets) {
    const start = length;
    const placed: Span[] = [];
    const first: (readonly string[])[] = [];
    for (const row of rows) {
      const cells = row.slice(0, row.findLastIndex((cell) => cell.trim() !== "") + 1);
      if (cells.length === 0) continue;
      if (placed.length === 0) add(`${name}\n\n`);
      if (first.length < HEAD) first.push(cells);
      const from = length;
      add(`| ${cells.map((cell) => cell.replaceAll(/\s+/gu, " ").trim()).join(" | ")} |\n`);
      placed.push({ start: from, end: length });
    }
    if (first.length === 0) continue;
    add("\n");
    const section = tableSection({ title: name, span: { start, end: length }, rows: placed, first }, null);
    const heading: Block[] = name.trim() === "" ? [] : [{ kind: "heading", span: { start, end: start + name.length } }];
    sections.push({ ...section, blocks: [...heading, ...section.blocks] });
  }
  if (sections.length === 0) throw skipFile(path, "empty");
  return { text: pieces.join(""), sections, metadata };
}
