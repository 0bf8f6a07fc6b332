import { UNPRINTABLE } from "./unprintable.ts";

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
