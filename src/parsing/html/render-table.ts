import { attribute, children, type Element, findElement, isElement, type Parent } from "./tree.ts";

/**
 * A table as rows `| cell | cell |`, the head's rows marked off by `| --- | --- |` and the caption above. A cell over several columns or
 * rows stands in the first of them, and the others are empty, so that each keeps its column; null for a table that
 * only lays out the page (one column, other tables or headings inside), which is read cell by cell.
 * @param renderCell the text of a cell; its line ends become spaces
 */
export function renderTable(
  table: Element,
  skips: (element: Element) => boolean,
  renderCell: (cell: Element) => string,
): string | null {
  const rows = rowsOf(table, skips);
  const cells = rows.map((row) =>
    children(row).filter(
      (node): node is Element => isElement(node) && (node.tagName === "td" || node.tagName === "th") && !skips(node),
    ),
  );
  const columns = cells.reduce((most, row) => Math.max(most, row.length), 0);
  if (columns < 2 || laysOut(table)) return null;
  const grid = gridOf(rows, cells);
  const width = grid.reduce((most, row) => Math.max(most, row.length), 0);
  const lines: string[] = [];
  const caption = children(table).find((node): node is Element => isElement(node) && node.tagName === "caption");
  if (caption !== undefined) {
    const text = inOneLine(renderCell(caption));
    if (text !== "") lines.push(text);
  }
  let headed = false;
  for (const [i, row] of cells.entries()) {
    if (row.length === 0) continue;
    const head = isHead(rows[i] as Element, row);
    if (!head && !headed && i > 0 && isHead(rows[i - 1] as Element, cells[i - 1] as Element[])) {
      lines.push(`|${" --- |".repeat(width)}`);
      headed = true;
    }
    lines.push(
      `| ${(grid[i] as readonly (Element | null)[]).map((cell) => (cell === null ? "" : inOneLine(renderCell(cell)))).join(" | ")} |`,
    );
  }
  return lines.join("\n");
}

/** Whether a table is there for how the page looks: it says so, or has other tables or headings inside. */
export const laysOut = (table: Element): boolean =>
  attribute(table, "role") === "presentation" ||
  findElement(table, ({ tagName }) => tagName === "table" || /^h[1-6]$/u.test(tagName)) !== null;

/** Columns that are kept apart, since each is written in every row; and rows that a cell may reach over. */
const [WIDEST, MOST_DOWN] = [200, 65_534];

/**
 * The cells of each row at their columns, null where one of them, or one of a row above, reaches over a column. What a row's last cell
 * reaches over is left out.
 */
function gridOf(rows: readonly Element[], cells: readonly (readonly Element[])[]): readonly (Element | null)[][] {
  /** By column, rows below that are still reached over. */
  let reached: number[] = [];
  return cells.map((row, i) => {
    if (rows[i]?.parentNode !== rows[i - 1]?.parentNode) reached = [];
    const placed: (Element | null)[] = [];
    const pass = (column: number): boolean => {
      const left = reached[column] ?? 0;
      if (left > 0) reached[column] = left - 1;
      return left > 0;
    };
    let column = 0;
    for (const cell of row) {
      for (; column < WIDEST && pass(column); column++) placed.push(null);
      const across = spanOf(cell, "colspan", Math.max(1, WIDEST - column));
      const below = spanOf(cell, "rowspan", MOST_DOWN) - 1;
      placed.push(cell, ...new Array<null>(across - 1).fill(null));
      for (const end = column + across; column < end; column++) reached[column] = below;
    }
    for (; column < reached.length; column++) pass(column);
    return placed.slice(0, placed.findLastIndex((cell) => cell !== null) + 1);
  });
}

/** How many rows or columns a cell takes; 0 means all rows that are left. */
function spanOf(cell: Element, name: "colspan" | "rowspan", most: number): number {
  const value = Number(attribute(cell, name) ?? "1");
  if (!Number.isInteger(value) || value < 0) return 1;
  return value === 0 ? (name === "rowspan" ? most : 1) : Math.min(value, most);
}

/**
 * Line ends, with the white space around them, as spaces. By runs: a pattern that looks for a line end behind white
 * space is tried at each of its characters.
 */
const inOneLine = (text: string): string => text.replaceAll(/\s+/gu, (run) => (run.includes("\n") ? " " : run));

const isHead = (row: Element, cells: readonly Element[]): boolean =>
  row.parentNode?.nodeName === "thead" || (cells.length > 0 && cells.every(({ tagName }) => tagName === "th"));

const rowsOf = (parent: Parent, skips: (element: Element) => boolean): Element[] =>
  children(parent).flatMap((node) => {
    if (!isElement(node) || skips(node)) return [];
    if (node.tagName === "tr") return [node];
    return ["thead", "tbody", "tfoot"].includes(node.tagName) ? rowsOf(node, skips) : [];
  });
