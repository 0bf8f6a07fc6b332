import { oneLine } from "./one-line.ts";
import type { Style } from "./style.ts";

/** Names and values under each other; those without a value are left out. Escape sequences of `style` in values are kept. */
export function fields(pairs: readonly (readonly [name: string, value: string])[], style: Style): string {
  const shown = pairs.filter(([, value]) => value !== "");
  const columns = Math.max(0, ...shown.map(([name]) => name.length));
  return shown.map(([name, value]) => `${style.dim(name.padEnd(columns))}  ${value.startsWith("\x1b[") ? value : oneLine(value)}`).join("\n");
}
