import { oneLine } from "./printable.ts";
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

/** A number of bytes for people. @example bytes(1_234_567) // "1.2 MB" */
export function bytes(count: number): string {
  if (count < 1000) return `${count} B`;
  const units = ["kB", "MB", "GB", "TB"];
  let value = count / 1000;
  let unit = 0;
  for (; value >= 999.5 && unit < units.length - 1; unit++) value /= 1000;
  return `${value < 10 ? value.toFixed(1) : Math.round(value)} ${units[unit] ?? ""}`;
}
