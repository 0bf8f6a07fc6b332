import type { Block, Section } from "../../model/section.ts";
import type { Span } from "../../model/span.ts";
import type { LineTable } from "../../text/line-table.ts";

/** Rows of a table where they stand in a document's text. */
export interface PlacedTable {
  /** What the table is called; empty for a file that is one table. */
  readonly title: string;
  /** From the first row's start, or what stands above it, to the start of what comes next. */
  readonly span: Span;
  /** Spans of the rows, line ends included. */
  readonly rows: readonly Span[];
  /** Cells of the first row. */
  readonly first: readonly string[];
}

/** Characters of the header that a passage carries. */
const LONGEST_HEADER = 240;
const NUMBER = /^[\s\d.,:%+\-/€$£]*$/u;

/**
 * The section of a table. The names of its columns stand in its breadcrumb, so that a passage from the middle still
 * has them.
 *
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

/** `date, customer, amount`; empty where the first row is a row like the others. */
function headerOf(first: readonly string[], rows: number): string {
  const names = first.map((cell) => cell.replaceAll(/\s+/gu, " ").trim());
  const named = names.filter((name) => name !== "");
  if (rows < 2 || named.length < 2 || named.some((name) => NUMBER.test(name) || name.length > 80)) return "";
  const header = named.join(", ");
  return header.length <= LONGEST_HEADER ? header : `${header.slice(0, header.lastIndexOf(",", LONGEST_HEADER))}, …`;
}
