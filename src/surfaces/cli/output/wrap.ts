import { width } from "./width.ts";

/** Breaks a text of one line at blanks so that no line is wider than `columns`; longer words are left whole. */
export function wrap(text: string, columns: number): readonly string[] {
  const lines: string[] = [];
  let line = "";
  for (const word of text.split(" ")) {
    if (line === "") line = word;
    else if (width(line) + 1 + width(word) <= columns) line += ` ${word}`;
    else {
      lines.push(line);
      line = word;
    }
  }
  return line === "" ? lines : [...lines, line];
}
