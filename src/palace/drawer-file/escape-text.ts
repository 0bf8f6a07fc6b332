import { MARKER_LIKE } from "./format.ts";

/** Makes every line that looks like a marker look like none. The inverse is `unescapeText`. */
export function escapeText(text: string): string {
  return eachLine(text, (line) => line.replace(MARKER_LIKE, "$1\\$2"));
}

/** Takes one backslash from every line that looks like an escaped marker. */
export function unescapeText(text: string): string {
  return eachLine(text, (line) => line.replace(/^(<!-- \/?)\\(\\*loci:drawer)/, "$1$2"));
}

/** Lines end at `\n` only: a lone `\r` is text. */
function eachLine(text: string, change: (line: string) => string): string {
  return text.includes("loci:drawer") ? text.split("\n").map(change).join("\n") : text;
}
