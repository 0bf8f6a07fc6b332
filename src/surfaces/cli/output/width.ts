/**
 * Columns that a text takes on a terminal, roughly: wide scripts (CJK, Hangul, kana, fullwidth forms, emoji) take two,
 * combining marks none. Good for lining up, not for typesetting.
 */
export function width(text: string): number {
  let columns = 0;
  for (const character of text) {
    if (/\p{Mark}|\u200d|\ufe0f/u.test(character)) continue;
    columns += isWide(character.codePointAt(0) ?? 0) ? 2 : 1;
  }
  return columns;
}

/** Blocks of https://www.unicode.org/reports/tr11/ that are wide throughout. */
function isWide(code: number): boolean {
  return (
    (code >= 0x1100 && code <= 0x115f) ||
    (code >= 0x2e80 && code <= 0xa4cf) ||
    (code >= 0xac00 && code <= 0xd7a3) ||
    (code >= 0xf900 && code <= 0xfaff) ||
    (code >= 0xfe30 && code <= 0xfe6f) ||
    (code >= 0xff00 && code <= 0xff60) ||
    (code >= 0x1f300 && code <= 0x1faff) ||
    (code >= 0x20000 && code <= 0x3fffd)
  );
}

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
