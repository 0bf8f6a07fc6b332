/** Offsets [start, end) of code in a text, ascending. */
export type CodeRanges = (text: string) => readonly (readonly [start: number, end: number])[];

/** Maximum number of passes over the code; beyond it comments in code are hidden too, since nobody nests comments and fences so deep. */
const MAX_READINGS = 30;

/**
 * The text with Obsidian's comments, `%%` to the next `%%`, as spaces: every offset and line stays as it is. What a line begins with `%%` and
 * nobody closes is a comment to the end, as Obsidian shows it; within a line an unclosed `%%` is text. Code, inline too, holds no comment.
 *
 * @param from where to begin
 * @param codeRanges of the text that it is given, read again where a comment holds a mark of code
 * Cost: linear, and one reading of the code for each comment that holds the beginning of some.
 */
export function withoutComments(text: string, from: number, codeRanges: CodeRanges): string {
  if (!text.includes("%%", from)) return text;
  let masked = text;
  let start = from;
  for (let readings = 0; ; readings++) {
    const code = readings < MAX_READINGS ? codeRanges(masked) : [];
    const next = maskUntilCodeMoves(masked, start, code);
    masked = next.text;
    if (next.end === null) return masked;
    start = next.end;
  }
}

/** Hides comments up to the first that holds the beginning of code: what follows that one is read otherwise without it. */
function maskUntilCodeMoves(
  text: string,
  from: number,
  code: ReturnType<CodeRanges>,
): { readonly text: string; readonly end: number | null } {
  const parts: string[] = [];
  let copied = 0;
  let at = from;
  let range = 0;
  let end: number | null = null;
  const marks = /`+|%%/g;
  const inline = new InlineCode(text);
  while (end === null) {
    marks.lastIndex = at;
    const mark = marks.exec(text);
    if (mark === null) break;
    while (range < code.length && (code[range] as readonly [number, number])[1] <= mark.index) range++;
    const inside = code[range];
    if (inside !== undefined && inside[0] <= mark.index) {
      at = inside[1];
      continue;
    }
    at = mark.index + mark[0].length;
    if (mark[0] !== "%%") {
      at = inline.closing(at, mark[0].length) ?? at;
      continue;
    }
    const close = text.indexOf("%%", at);
    if (close < 0 && !beginsLine(text, mark.index)) break;
    at = close < 0 ? text.length : close + 2;
    parts.push(text.slice(copied, mark.index), text.slice(mark.index, at).replace(/[^\r\n]/g, " "));
    copied = at;
    while (range < code.length && (code[range] as readonly [number, number])[0] < mark.index) range++;
    if ((code[range]?.[0] ?? Infinity) < at) end = at;
  }
  return { text: parts.join("") + text.slice(copied), end };
}

/** Finds where inline code ends: at as many backticks, on the same line. Remembers what a line doesn't hold. */
class InlineCode {
  readonly #text: string;
  #lineEnd = -1;
  readonly #missing = new Set<number>();

  constructor(text: string) {
    this.#text = text;
  }

  closing(from: number, length: number): number | null {
    if (from > this.#lineEnd) {
      const lineBreak = /[\r\n]/g;
      lineBreak.lastIndex = from;
      this.#lineEnd = lineBreak.exec(this.#text)?.index ?? this.#text.length;
      this.#missing.clear();
    }
    if (this.#missing.has(length)) return null;
    const runs = /`+/g;
    runs.lastIndex = from;
    for (let run = runs.exec(this.#text); run !== null && run.index < this.#lineEnd; run = runs.exec(this.#text))
      if (run[0].length === length) return run.index + length;
    this.#missing.add(length);
    return null;
  }
}

function beginsLine(text: string, at: number): boolean {
  let before = at - 1;
  while (before >= 0 && (text[before] === " " || text[before] === "\t")) before--;
  return before < 0 || text[before] === "\n" || text[before] === "\r";
}
