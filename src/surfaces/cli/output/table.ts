import { oneLine } from "./printable.ts";
import { width } from "./width.ts";
import type { Style } from "./style.ts";

/** One column: its heading, and whether numbers are lined up on the right. */
export interface Column {
  readonly heading: string;
  readonly right?: boolean;
}

/** Rows under headings, two blanks between columns, nothing cut off. */
export function table(columns: readonly Column[], rows: readonly (readonly string[])[], style: Style): string {
  const cells = rows.map((row) => row.map((cell) => oneLine(cell).replace(/\s+/g, " ")));
  const widths = columns.map(({ heading }, index) =>
    Math.max(width(heading), ...cells.map((row) => width(row[index] ?? ""))),
  );
  const line = (row: readonly string[]): string =>
    columns
      .map(({ right }, index) => {
        const cell = row[index] ?? "";
        const blanks = " ".repeat(Math.max(0, (widths[index] ?? 0) - width(cell)));
        return right === true ? blanks + cell : cell + blanks;
      })
      .join("  ")
      .trimEnd();
  return [style.dim(line(columns.map(({ heading }) => heading))), ...cells.map(line)].join("\n");
}
