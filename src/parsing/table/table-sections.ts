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
export const HEAD = 20;
/** Characters of the header that a passage carries. */
const LONGEST_HEADER = 240;
const FIGURE = /^[\s\d.,:%+\-/€$£]*$/u;
const YEAR = /^(?:19|20)\d\d$/u;

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
 * `date, customer, amount`: the first row of several cells, below the table's title and notes, or where wider rows follow a few narrow ones, as below what
 * a bank says of an account, the first of these; years are names too. Where it is in two rows, as under years that stand over several columns, both. Empty
 * where that row is one like the others.
 */
function headerOf(first: readonly (readonly string[])[], rows: number): string {
  const named = first.map((row) => filled(row.map(oneLine)));
  const width = Math.max(0, ...named.map(({ length }) => length));
  const below = first.findIndex((row) => row.some((cell) => /\d/u.test(cell) && FIGURE.test(cell) && !YEAR.test(cell)));
  const noted = named.findIndex(({ length }) => length > 1);
  // Notes may stand above: a fuller row of names comes last before the figures.
  const last = isNames(named[below - 1]) && first[below - 1]?.[0] !== "" ? below - 1 : noted;
  const fuller = (named[last]?.length ?? 0) > (named[noted]?.length ?? 0) ? last : noted;
  const steady = first.findLastIndex((row) => row.length !== first.at(-1)?.length) + 1;
  const narrow = first
    .slice(0, steady)
    .every((row) => row.length + (steady > 1 ? 0 : 1) < (first[steady]?.length ?? 0));
  const at = steady > 0 && narrow && isNames(named[steady]) ? steady : fuller;
  const names = named[at] ?? [];
  if (rows < at + 2 || !isNames(names) || names.every((name) => /^\d+$/u.test(name))) return "";
  const isDouble = names.length < width && (first[at]?.[0] ?? "") !== "" && first[at + 1]?.[0] === "";
  const header = [...names, ...(isDouble && isNames(named[at + 1]) ? (named[at + 1] ?? []) : [])].join(", ");
  return header.length <= LONGEST_HEADER ? header : `${header.slice(0, header.lastIndexOf(",", LONGEST_HEADER))}, …`;
}

const oneLine = (cell: string): string => cell.replaceAll(/\s+/gu, " ").trim();
const filled = (row: readonly string[]): readonly string[] => row.filter((cell) => cell !== "");
const isNames = (names: readonly string[] = []): boolean =>
  names.length > 1 && names.every((name) => name.length <= 80 && (YEAR.test(name) || !FIGURE.test(name)));

const isWide = (row: readonly string[]): boolean => filled(row).length > 1;

/** Whether a row is names of columns by itself: one of them stands over a number. A year is a name above other numbers, and a number below a name. */
const isHead = (row: readonly string[], below: readonly string[]): boolean =>
  isNames(filled(row)) &&
  row.some((name, i) => {
    const cell = below[i] ?? "";
    return name !== "" && /\d/u.test(cell) && FIGURE.test(cell) && !(FIGURE.test(name) && YEAR.test(cell));
  });

/** A sheet of a workbook: its cells as they are shown; an empty row is none. */
export interface Sheet {
  readonly name: string;
  /** Whether its program doesn't show it: then it stands behind the others, and its name says so. */
  readonly hidden: boolean;
  /** Columns that aren't shown, from 0 on: their first cell says so. */
  readonly hiddenColumns: ReadonlySet<number>;
  readonly rows: Iterable<readonly string[]>;
}

/** Stands beside what a workbook holds and doesn't show: a sheet's name, the first cell of a column, the last of a row. */
export const HIDDEN = "[hidden]";

/** Characters of all sheets together; a file that unpacks to more holds data and no text. */
const LONGEST = 64 * 1024 * 1024;

/**
 * The document of a workbook: a section a sheet, or for each of the tables below one another in it, a line a row (`| cell | cell |`), the sheet's name
 * and those of its columns in the breadcrumb.
 * @throws LociError `FILE_SKIPPED`: `empty`, `decompressed-size`
 */
export function sheetsDocument(
  { path }: BinaryInput,
  sheets: readonly Sheet[],
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
  for (const { name: own, hidden, hiddenColumns, rows } of sheets.toSorted(
    (a, b) => Number(a.hidden) - Number(b.hidden),
  )) {
    const name = hidden ? `${own} ${HIDDEN}`.trim() : own;
    const [start, columns] = [length, new Set(hiddenColumns)];
    const placed: Span[] = [];
    let table = { at: 0, first: [] as (readonly string[])[] };
    /** Rows behind an empty one, up to the first of several cells: they begin another table if those are its names. */
    let begun: typeof table | null = null;
    const close = (): void => {
      const rows = placed.slice(table.at, begun?.at);
      const [first, last] = [rows[0], rows.at(-1)];
      if (first === undefined || last === undefined) return;
      const span = { start: table.at === 0 ? start : first.start, end: begun === null ? length : last.end };
      const section = tableSection({ title: name, span, rows, first: table.first.slice(0, HEAD) }, null);
      const title: Block = { kind: "heading", span: { start, end: start + name.length } };
      const blocks = table.at > 0 || name.trim() === "" ? section.blocks : [title, ...section.blocks];
      sections.push({ ...section, blocks });
    };
    for (const row of rows) {
      const cells = row.slice(0, row.findLastIndex((cell) => cell.trim() !== "") + 1).map(oneLine);
      for (const [i, cell] of cells.entries())
        if (!["", HIDDEN].includes(cell) && columns.delete(i)) cells[i] = `${cell} ${HIDDEN}`;
      if (cells.length === 0) begun ??= { at: placed.length, first: [] };
      if (cells.length === 0) continue;
      if (begun?.first.some(isWide) === true) {
        if (table.first.some(isWide) && isHead(begun.first.at(-1) ?? [], cells)) {
          close();
          table = begun;
        } else table.first.push(...begun.first);
        begun = null;
      }
      const { first } = begun ?? table;
      if (first.length < HEAD) first.push(cells);
      if (placed.length === 0) add(`${name}\n\n`);
      const from = length;
      add(`| ${cells.join(" | ")} |\n`);
      placed.push({ start: from, end: length });
    }
    table.first.push(...(begun?.first ?? []));
    begun = null;
    if (placed.length > 0) add("\n");
    close();
  }
  if (sections.length === 0) throw skipFile(path, "empty");
  return { text: pieces.join(""), sections, metadata };
}
