import type { TextOutput } from "../io.ts";

import { oneLine } from "../../../text/printable.ts";

export { oneLine, printable } from "../../../text/printable.ts";

/** Ways to write; each gives the text back as it is where colour isn't wanted. */
export type Style = ReturnType<typeof createStyle>;

/**
 * Colour on a terminal only. `NO_COLOR` (any value) and `TERM=dumb` switch it off, `FORCE_COLOR` (but 0) on.
 * @see https://no-color.org
 */
export function createStyle(
  output: Pick<TextOutput, "isTTY"> & Partial<Pick<TextOutput, "columns">>,
  environment: Readonly<Record<string, string | undefined>>,
) {
  const refused =
    (environment["NO_COLOR"] ?? "") !== "" || environment["TERM"] === "dumb" || environment["FORCE_COLOR"] === "0";
  const forced = (environment["FORCE_COLOR"] ?? "") !== "";
  const enabled = !refused && (output.isTTY || forced);
  const paint =
    (open: number, close: number) =>
    (text: string): string =>
      enabled && text !== "" ? `\x1b[${open}m${text}\x1b[${close}m` : text;
  return {
    enabled,
    /** Characters a line that tables may take. */
    // What is piped is for programs, which cut lines themselves, unless somebody says how wide it is to be.
    columns: (output.isTTY || (environment["COLUMNS"] ?? "") !== "" ? output.columns : undefined) ?? Infinity,
    bold: paint(1, 22),
    dim: paint(2, 22),
    red: paint(31, 39),
    green: paint(32, 39),
    yellow: paint(33, 39),
    cyan: paint(36, 39),
  };
}

/** One column: its heading, and whether its cells are lined up on the right. */
interface Column {
  readonly heading: string;
  readonly right: boolean;
}

/** What stands in a cell; null is nothing. */
export type Cell = string | number | null;

/**
 * Rows under headings, two blanks between columns, nothing cut off; where they are wider than the terminal, a few lines a row.
 * @param headings a `#` before one lines its column up on the right, as numbers are: `["wing", "#passages"]`
 */
export function table(headings: readonly string[], rows: readonly (readonly Cell[])[], style: Style): string {
  const columns = headings.map((heading) => ({ heading: heading.replace(/^#/u, ""), right: heading.startsWith("#") }));
  const cells = rows.map((row) => row.map((cell) => oneLine(String(cell ?? "")).replace(/\s+/g, " ")));
  const widths = columns.map(({ heading }, index) =>
    Math.max(width(heading), ...cells.map((row) => width(row[index] ?? ""))),
  );
  const whole = widths.reduce((sum, columns) => sum + columns, 2 * (widths.length - 1));
  if (whole > style.columns) return cells.map((row) => record(columns, row, style)).join("\n");
  const line = (row: readonly string[]): string =>
    columns
      .map(({ right }, index) => {
        const cell = row[index] ?? "";
        const blanks = " ".repeat(Math.max(0, (widths[index] ?? 0) - width(cell)));
        return right ? blanks + cell : cell + blanks;
      })
      .join("  ")
      .trimEnd();
  return [style.dim(line(columns.map(({ heading }) => heading))), ...cells.map(line)].join("\n");
}

/** A row in little room: its first cell, and below it the others with their headings. */
function record(columns: readonly Column[], [first = "", ...rest]: readonly string[], style: Style): string {
  const named = rest.flatMap((cell, index) => (cell === "" ? [] : [`${columns[index + 1]?.heading ?? ""} ${cell}`]));
  return [style.bold(first), ...inARow(named, style.columns - 2)].join("\n  ");
}

/** Parts with a dot between them, as many a line as it has room for; a part that is longer than a line is broken at blanks. */
export function inARow(parts: readonly string[], columns: number): readonly string[] {
  // Blanks that aren't to be broken at, until the lines are.
  const noBreak = "\u00a0";
  const whole = parts.map((part) => (width(part) + 2 <= columns ? part.replaceAll(" ", noBreak) : part));
  return wrap(whole.join(`${noBreak}· `), columns).map((line) => line.replaceAll(noBreak, " "));
}

/** A name, its value as it is, and how the value is written when not plainly. */
export type Field = readonly [name: string, value: string, paint?: (text: string) => string];

/** Names and values under each other; those without a value are left out. Values are made safe for a terminal, then painted: a file may be called anything. */
export function fields(pairs: readonly Field[], style: Style): string {
  const shown = pairs.filter(([, value]) => value !== "");
  const columns = Math.max(0, ...shown.map(([name]) => name.length));
  return shown
    .map(([name, value, paint = (text) => text]) => {
      const lines = wrap(oneLine(value), style.columns - columns - 2).map(paint);
      return `${style.dim(name.padEnd(columns))}  ${lines.join(`\n${" ".repeat(columns + 2)}`)}`;
    })
    .join("\n");
}

/** A number of bytes for people. @example bytes(1_234_567) // "1.2 MB" */
export function bytes(count: number): string {
  if (count < 1000) return `${count} B`;
  const units = ["kB", "MB", "GB", "TB"];
  let value = count / 1000;
  let unit = 0;
  for (; value >= 999.5 && unit < units.length - 1; unit++) value /= 1000;
  return `${value < 10 ? value.toFixed(1) : Math.round(value)} ${units[unit] ?? ""}`;
}

/**
 * Columns that a text takes on a terminal, roughly: wide scripts (CJK, Hangul, kana, fullwidth forms, emoji) take two,
 * combining marks and colours none. Good for lining up, not for typesetting.
 */
export function width(text: string): number {
  if (/^[ -~]*$/.test(text)) return text.length;
  let columns = 0;
  for (const character of text.replace(/\x1b\[\d+m/gu, "")) {
    if (/\p{Mark}|\u200d|\ufe0f/u.test(character)) continue;
    columns += WIDE.test(character) ? 2 : 1;
  }
  return columns;
}

/** Blocks of https://www.unicode.org/reports/tr11/ that are wide throughout. */
const WIDE =
  /[\u1100-\u115f\u2e80-\ua4cf\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe6f\uff00-\uff60\u{1f300}-\u{1faff}\u{20000}-\u{3fffd}]/u;

/** Breaks a text of one line at blanks so that no line is wider than `columns`; longer words are left whole. */
export function wrap(text: string, columns: number): readonly string[] {
  const lines: string[] = [];
  let line = "";
  for (const word of text.split(" ")) {
    if (line === "") line = word;
    else if (width(line) + 1 + width(word) <= columns) line += ` ${word}`;
    else {
      lines.push(line);
      line = word;
    }
  }
  return line === "" ? lines : [...lines, line];
}
