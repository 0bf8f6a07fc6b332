import { type Segment, WORD_GAP } from "./segment.ts";

/** Misread words whose ligature was turned around, with the right spelling. */
const WORDS: Record<string, string> = { ال: "لا", وال: "ولا", فال: "فلا", إال: "إلا", خالل: "خلال", أوال: "أولا" };
const WORD = new RegExp(`(?<![\\p{L}\\p{M}])(?:${Object.keys(WORDS).join("|")})(?![\\p{L}\\p{M}])`, "gu");

/**
 * Mends the ligature of lam and alef, which is one sign in a PDF: the library reverses its two letters along with the
 * word ("اإلصدار" for "الإصدار"). Mended is what
 * can't be anything else: two alefs before a lam, and a few frequent words.
 */
export const mendLamAlef = (text: string): string =>
  /[\u0627\u0623\u0625\u0622]/u.test(text)
    ? text.replaceAll(/ا([اأإآ])ل/gu, "ال$1").replaceAll(WORD, (word) => WORDS[word] as string)
    : text;

/** A line as a reader sees it: one row of one column. */
export interface Line extends Pick<Segment, "text" | "x" | "right" | "y" | "size" | "mono"> {
  /** 0-based. */
  readonly page: number;
  /** Column it stands in, counted in reading order over the page. */
  readonly column: number;
  /** All of it; false where nobody asked. */
  readonly bold: boolean;
  /** Known as a heading by its count. */
  readonly isCounted?: boolean;
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
const withoutLeaders = (text: string): string => text.replaceAll(/(?:\s*\.){5,}\s*/gu, " … ").trimEnd();

/** Segments that stand on one baseline, in reading direction. */
export interface Row {
  readonly segments: readonly Segment[];
  /** Baseline, points from the top of the page. */
  readonly y: number;
  readonly size: number;
  /** In a table, where the row doesn't fill it: the column of each segment, from 0. */
  readonly columns?: readonly number[];
}

/** Groups segments by baseline, top to bottom. Cost: a sort. */
export function groupRows(segments: readonly Segment[]): Row[] {
  const sorted = [...segments].sort((a, b) => a.y - b.y || a.order - b.order);
  const rows: Segment[][] = [];
  let base: Segment | undefined;
  for (const segment of sorted) {
    const row = rows[rows.length - 1];
    if (
      row !== undefined &&
      base !== undefined &&
      Math.abs(segment.y - base.y) <= 0.4 * Math.max(segment.size, base.size) &&
      fitsBeside(row, segment)
    ) {
      row.push(segment);
      if (segment.size > base.size) base = segment;
    } else {
      rows.push([segment]);
      base = segment;
    }
  }
  return rows.map((row) => {
    const largest = row.reduce((a, b) => (b.size > a.size ? b : a));
    return { segments: inReadingDirection(row), y: largest.y, size: largest.size };
  });
}

/** Two segments that overlap sideways are two lines, however near their baselines are. */
const fitsBeside = (row: readonly Segment[], segment: Segment): boolean =>
  row.every(
    (other) =>
      Math.min(other.right, segment.right) - Math.max(other.x, segment.x) < 0.5 * Math.min(other.size, segment.size),
  );

function inReadingDirection(row: readonly Segment[]): Segment[] {
  const against = row.filter((segment) => segment.rtl);
  // Numbers run with the letters beside them. A line of a page that runs from right to left does so too, however many foreign words it has.
  const mirrored = row.some((segment) => segment.tight);
  const left =
    against.length > 0 &&
    (mirrored ? letters(against) > 0 && letters(against) === letters(row) : 2 * letters(against) > letters(row));
  return [...row].sort((a, b) => (left ? b.right - a.right : a.x - b.x) || a.order - b.order);
}

const letters = (segments: readonly Segment[]): number =>
  segments.reduce((sum, { text }) => sum + text.replaceAll(/\P{L}+/gu, "").length, 0);

/** The size in which most characters are set. */
export function bodySize(lines: readonly Line[]): number {
  const characters = new Map<number, number>();
  for (const { size, text } of lines) characters.set(size, (characters.get(size) ?? 0) + text.length);
  return [...characters].sort((a, b) => b[1] - a[1] || a[0] - b[0])[0]?.[0] ?? 0;
}

/** The middle value, the upper one of two; 0 for none. */
export const median = (values: readonly number[]): number => [...values].sort((a, b) => a - b)[values.length >> 1] ?? 0;
