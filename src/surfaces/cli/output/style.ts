import type { TextOutput } from "../io.ts";

export { oneLine, printable } from "../../../text/printable.ts";

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
