import type { Row } from "./row.ts";
import { type Segment, WORD_GAP } from "./segment.ts";

/** Misread words whose ligature was turned around, with the right spelling. */
const WORDS: Readonly<Record<string, string>> = {
  ال: "لا",
  وال: "ولا",
  فال: "فلا",
  إال: "إلا",
  خالل: "خلال",
  أوال: "أولا",
};
const WORD = new RegExp(`(?<![\\p{L}\\p{M}])(?:${Object.keys(WORDS).join("|")})(?![\\p{L}\\p{M}])`, "gu");

/**
 * Mends the ligature of lam and alef, which is one sign in a PDF: the library reverses its two letters along with the
 * word ("اإلصدار" for "الإصدار"). Mended is what
 * can't be anything else: two alefs before a lam, and a few frequent words.
 */
export function mendLamAlef(text: string): string {
  return /[\u0627\u0623\u0625\u0622]/u.test(text)
    ? text.replaceAll(/ا([اأإآ])ل/gu, "ال$1").replaceAll(WORD, (word) => WORDS[word] as string)
    : text;
}

/** A line as a reader sees it: one row of one column. */
export interface Line {
  readonly text: string;
  /** 0-based. */
  readonly page: number;
  /** Column it stands in, counted in reading order over the page. */
  readonly column: number;
  readonly x: number;
  readonly right: number;
  readonly y: number;
  readonly size: number;
  readonly mono: boolean;
  /** All of it; false where nobody asked. */
  readonly bold: boolean;
  /** Cells of a table or of an aligned list: segments with wide gaps between them, a leading marker not counted. */
  readonly cells: number;
}

/** What starts a list item, or a numbered heading: a bullet, or a number or letter with a stop. */
export const MARKER = /^(?:[•‣◦▪▸►●○■□✓✔➢–—*·-]|\(?(?:\d{1,3}|[a-z]|[ivx]{1,4})[.)])$/iu;

/**
 * Makes a line of a row. Gaps between cells become two spaces, and two more for each column of a table that stays empty; in monospaced
 * text, as many as the gap holds.
 */
export function makeLine(row: Row, page: number, column: number): Line {
  const { segments, columns } = row;
  const first = segments[0] as Segment;
  let text = "  ".repeat(columns?.[0] ?? 0) + first.text;
  let right = first.right;
  let cells = columns?.length ?? 1;
  for (const [i, segment] of segments.slice(1).entries()) {
    const gap = segment.x - right;
    if (columns !== undefined) text += "  ".repeat((columns[i + 1] as number) - (columns[i] as number));
    else {
      if (gap > 1.6 * segment.size && !MARKER.test(text) && !/^[\dA-Z]{1,3}(?:\.\d{1,3})*\.?$/u.test(text)) cells++;
      text += " ".repeat(spacesOf(segment, gap));
    }
    text += segment.text;
    right = Math.max(right, segment.right);
  }
  const size = segments.reduce((a, b) => (b.text.length > a.text.length ? b : a)).size;
  return {
    text: mendLamAlef(withoutLeaders(text)),
    page,
    column,
    x: Math.min(...segments.map((segment) => segment.x)),
    right,
    y: row.y,
    size,
    mono: segments.every((segment) => segment.mono),
    bold: segments.every((segment) => segment.bold),
    cells,
  };
}

function spacesOf({ tight, mono, size }: Segment, gap: number): number {
  if (tight && gap < WORD_GAP * size) return 0;
  if (mono) return Math.max(1, Math.round(gap / (0.6 * size)));
  return gap > 1.6 * size ? 2 : 1;
}

/** Leader dots of a table of contents, which say nothing, become one ellipsis. */
function withoutLeaders(text: string): string {
  return text.replaceAll(/(?:\s*\.){5,}\s*/gu, " … ").trimEnd();
}
