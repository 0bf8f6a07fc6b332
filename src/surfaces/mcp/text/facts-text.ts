import type { ShownItem } from "../../../index.ts";

/** A list in one line. @example factsText("font", items) // "font: 1. Garamond 2. Futura" */
export function factsText(topic: string, items: readonly ShownItem[]): string {
  return `${topic}: ${items.map(({ position, value }) => `${position}. ${value}`).join(" ")}`;
}
