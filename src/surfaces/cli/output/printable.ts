import { UNPRINTABLE } from "./unprintable.ts";

/** Text may be laid out in lines and columns. */
const LAYOUT: ReadonlySet<string> = new Set(["\t", "\n", "\u2028", "\u2029"]);

/** Text of several lines that is safe to show on a terminal: what isn't becomes `�`, and a carriage return nothing. Tabs and line ends stay. */
export function printable(text: string): string {
  return text.replace(UNPRINTABLE, (character) =>
    LAYOUT.has(character) ? character : character === "\r" ? "" : "\ufffd",
  );
}
