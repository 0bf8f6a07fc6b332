import { attribute, children, type Element, findElement, isElement, type Parent } from "./tree.ts";

/**
 * A table as rows `| cell | cell |`, the head's rows marked off by `| --- | --- |` and the caption above; null for a table that
 * only lays out the page (one column, other tables or headings inside), which is read cell by cell.
 *
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
  const inner = findElement(table, ({ tagName }) => tagName === "table" || /^h[1-6]$/u.test(tagName));
  if (inner !== null || columns < 2 || attribute(table, "role") === "presentation") return null;
  const lines: string[] = [];
  const caption = children(table).find((node): node is Element => isElement(node) && node.tagName === "caption");
  if (caption !== undefined) {
    const text = inOneLine(renderCell(caption));
    if (text !== "") lines.push(text);
  }
  let headed = false;
  for (const [i, row] of cells.entries()) {
    if (row.length === 0) continue;
    const head = (rows[i] as Element).parentNode?.nodeName === "thead" || row.every(({ tagName }) => tagName === "th");
    if (!head && !headed && i > 0 && isHead(rows[i - 1] as Element, cells[i - 1] as Element[])) {
      lines.push(`|${" --- |".repeat(columns)}`);
      headed = true;
    }
    lines.push(`| ${row.map((cell) => inOneLine(renderCell(cell))).join(" | ")} |`);
  }
  return lines.join("\n");
}

/**
 * Line ends, with the white space around them, as spaces. By runs: a pattern that looks for a line end behind white
 * space is tried at each of its characters.
 */
function inOneLine(text: string): string {
  return text.replaceAll(/\s+/gu, (run) => (run.includes("\n") ? " " : run));
}

function isHead(row: Element, cells: readonly Element[]): boolean {
  return row.parentNode?.nodeName === "thead" || (cells.length > 0 && cells.every(({ tagName }) => tagName === "th"));
}

function rowsOf(parent: Parent, skips: (element: Element) => boolean): Element[] {
  return children(parent).flatMap((node) => {
    if (!isElement(node) || skips(node)) return [];
    if (node.tagName === "tr") return [node];
    return ["thead", "tbody", "tfoot"].includes(node.tagName) ? rowsOf(node, skips) : [];
  });
}
