import { oneLine } from "./one-line.ts";
import type { Style } from "./style.ts";

/** A name, its value as it is, and how the value is written when not plainly. */
export type Field = readonly [name: string, value: string, paint?: (text: string) => string];

/** Names and values under each other; those without a value are left out. Values are made safe for a terminal, then painted: a file may be called anything. */
export function fields(pairs: readonly Field[], style: Style): string {
  const shown = pairs.filter(([, value]) => value !== "");
  const columns = Math.max(0, ...shown.map(([name]) => name.length));
  return shown
    .map(([name, value, paint = (text) => text]) => `${style.dim(name.padEnd(columns))}  ${paint(oneLine(value))}`)
    .join("\n");
}
