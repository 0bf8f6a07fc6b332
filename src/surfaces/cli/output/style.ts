import { oneLine } from "../../../text/printable.ts";

export { oneLine, printable } from "../../../text/printable.ts";

export interface TextOutput {
  readonly isTTY: boolean;
  /** Characters a line; 100 where nobody knows. */
  readonly columns: number;
  /** Resolves when the reader has taken it; false when the reader has gone away. */
  write(text: string): Promise<boolean>;
}

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

/** What stands in a cell; null is nothing. */
export type Cell = string | number | null;

/**
 * Rows under headings, two blanks between columns, nothing cut off; where they are wider than the terminal, a few lines a row.
 * @param headings a `#` before one lines its column up on the right, as numbers are: `["wing", "#passages"]`
 */
export function table(headings: readonly string[], rows: readonly (readonly Cell[])[], style: Style): string {
  const names = headings.map((heading) => heading.replace(/^#/u, ""));
  const cells = rows.map((row) => row.map((cell) => oneLine(String(cell ?? "")).replace(/\s+/g, " ")));
  const widths = names.map((name, index) => Math.max(width(name), ...cells.map((row) => width(row[index] ?? ""))));
  const whole = widths.reduce((sum, columns) => sum + columns, 2 * (widths.length - 1));
  if (whole > style.columns) return cells.map((row) => record(names, row, style)).join("\n");
  const line = (row: readonly string[]): string =>
    widths
      .map((most, index) => {
        const cell = row[index] ?? "";
        const blanks = " ".repeat(Math.max(0, most - width(cell)));
        return headings[index]?.startsWith("#") === true ? blanks + cell : cell + blanks;
      })
      .join("  ")
      .trimEnd();
  return [style.dim(line(names)), ...cells.map(line)].join("\n");
}

/** A row in little room: its first cell, and below it the others with their headings. */
function record(names: readonly string[], [first = "", ...rest]: readonly string[], style: Style): string {
  const named = rest.flatMap((cell, index) => (cell === "" ? [] : [`${names[index + 1] ?? ""} ${cell}`]));
  return `${style.bold(first)}\n  ${inARow(named, style)}`;
}

/** Parts with a dot between them, for one line or as many as it is broken into; a part that has room in one line stays whole. */
export function inARow(parts: readonly string[], style: Style): string {
  // Such a line begins with up to four blanks, and ends with a dot.
  const whole = parts.map((part) => (width(part) + 6 <= style.columns ? verbatim(part) : part));
  return whole.join(`${HELD}${style.dim("·")} `);
}

/** A name, its value as it is, and how the value is written when not plainly. */
export type Field = readonly [name: string, value: string, paint?: (text: string) => string];

/** Names and values under each other; those without a value are left out. Values are made safe for a terminal, then painted: a file may be called anything. */
export function fields(pairs: readonly Field[], style: Style): string {
  const shown = pairs.filter(([, value]) => value !== "");
  const columns = Math.max(0, ...shown.map(([name]) => name.length));
  return shown
    .map(([name, value, paint = String]) => `${style.dim(name.padEnd(columns))}  ${paint(oneLine(value))}`)
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

/** A blank that no line is broken at. Nothing that is made safe for a terminal holds it. */
const HELD = "\x1f";
/** A command inside a sentence: in quotes, or behind a colon or an arrow. */
const COMMAND = /'loci [^']*'|(?<=(?:: |→ ))loci [^;]*/gu;
/** What a line begins with before its text: a mark or a number. */
const MARK = /^ *(?:(?:[→•*#>+!~%-]|[├└]─|\d+\.|\[M\d+\]) )?/u;
/** Part of a line that the blanks before what it goes on with may take. */
const HANGING = 0.4;

/** Text whose lines stay as they are on every terminal: what was stored, and scripts. */
export const verbatim = (text: string): string => text.replaceAll(" ", HELD);

/**
 * Everything that a command says goes to the terminal through this: lines wider than it are broken at blanks, and go on below the column that
 * they stand in. What stays wider is one word, such as a path, a command that has room in a line of its own, or `verbatim`.
 */
export function fit(text: string, columns: number): string {
  const lines = text.split("\n").flatMap((line) => (width(line) <= columns ? [line] : broken(line, columns)));
  return lines.join("\n").replaceAll(HELD, " ");
}

function broken(line: string, columns: number): readonly string[] {
  const most = Math.floor(columns * HANGING);
  const plain = line.replace(/\x1b\[\d+m/gu, "");
  const gaps = [...plain.matchAll(/\S( {2,})(?=\S)/gu)].map(({ index, 0: gap }) => index + gap.length);
  const hang = gaps.findLast((at) => at <= most) ?? Math.min(MARK.exec(plain)?.[0].length ?? 0, most);
  const words = line
    .trimStart()
    .replace(COMMAND, (command) => (width(command) <= columns - most ? verbatim(command) : command))
    .split(" ");
  const lines = [" ".repeat(Math.min(line.length - line.trimStart().length, most))];
  for (const word of words) {
    const last = lines.at(-1) ?? "";
    const longer = last.trim() === "" ? last + word : `${last} ${word}`;
    if (last.trim() === "" || width(longer) <= columns) lines[lines.length - 1] = longer;
    else lines.push(" ".repeat(hang) + word);
  }
  return lines.map((one) => one.trimEnd());
}
