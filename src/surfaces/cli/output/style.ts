import type { TextOutput } from "../io.ts";

/** Ways to write; each gives the text back as it is where colour isn't wanted. */
export interface Style {
  readonly enabled: boolean;
  /** Characters a line that tables may take. */
  readonly columns: number;
  readonly bold: (text: string) => string;
  readonly dim: (text: string) => string;
  readonly red: (text: string) => string;
  readonly green: (text: string) => string;
  readonly yellow: (text: string) => string;
  readonly cyan: (text: string) => string;
}

/**
 * Colour on a terminal only. `NO_COLOR` (any value) and `TERM=dumb` switch it off, `FORCE_COLOR` (but 0) on.
 *
 * @see https://no-color.org
 */
export function createStyle(
  output: Pick<TextOutput, "isTTY"> & Partial<Pick<TextOutput, "columns">>,
  environment: Readonly<Record<string, string | undefined>>,
): Style {
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

const SHORT: Readonly<Record<string, string>> = { "\n": "\\n", "\r": "\\r", "\t": "\\t" };

/**
 * A name or a message that is safe to show on a terminal and stays on its line: what isn't is spelt out.
 *
 * @example oneLine("a\nb\x1b[31m.md") // "a\\nb\\x1b[31m.md"
 */
export function oneLine(text: string): string {
  return text.replace(UNPRINTABLE, (character) => SHORT[character] ?? spelt(character.charCodeAt(0)));
}

function spelt(unit: number): string {
  return unit < 256 ? `\\x${unit.toString(16).padStart(2, "0")}` : `\\u${unit.toString(16).padStart(4, "0")}`;
}

/**
 * What must not reach a terminal as it is: control characters, the beginnings of escape sequences among them, and those that end a line or turn
 * the direction of writing. A file may be called anything and hold anything; it must neither move the cursor nor look like another line
 * of an answer.
 */
// oxlint-disable-next-line no-control-regex
const UNPRINTABLE = /[\u0000-\u001f\u007f-\u009f\u2028-\u202e\u2066-\u2069]/g;

/** Text may be laid out in lines and columns. */
const LAYOUT: ReadonlySet<string> = new Set(["\t", "\n", "\u2028", "\u2029"]);

/** Text of several lines that is safe to show on a terminal: what isn't becomes `�`, and a carriage return nothing. Tabs and line ends stay. */
export function printable(text: string): string {
  return text.replace(UNPRINTABLE, (character) =>
    LAYOUT.has(character) ? character : character === "\r" ? "" : "\ufffd",
  );
}
