import type { Line } from "./line.ts";
import type { OutlineEntry } from "./outline.ts";

/** Lines between a destination and its title that are still its heading ("CHAPTER TWO" over the title). */
const PRELUDE = 3;

/**
 * The line at which each entry's section begins. The destination's height decides; the title, where it stands near
 * on that page, corrects it: destinations are often a line off, and some name a page only.
 *
 * @returns for each entry, an index into `lines`, or `lines.length` behind the end
 * Cost: entries × lines of a page.
 */
export function placeEntries(entries: readonly OutlineEntry[], lines: readonly Line[]): number[] {
  const pageStart = firstLines(lines);
  const body = bodySize(lines);
  const plainLines = new Map<Line, string>();
  const plainOf = (line: Line): string => {
    const known = plainLines.get(line) ?? plain(line.text);
    plainLines.set(line, known);
    return known;
  };
  return entries.map((entry) => {
    const from = pageStart(entry.page);
    const to = pageStart(entry.page + 1);
    const byHeight = entry.y === null ? null : lineAt(lines, from, to, entry.y, entry.x);
    const found = findTitle(lines.slice(from, to), plainOf, entry.title, entry.y);
    if (found === null) return byHeight ?? from;
    const titled = from + found;
    if (byHeight === null || titled <= byHeight)
      return byHeight === null || byHeight - titled <= PRELUDE + 2 ? titled : byHeight;
    const prelude = lines.slice(byHeight, titled);
    const heading =
      prelude.every((line) => line.size > 1.1 * body) ||
      (byHeight === from && prelude.every((line) => line.text.length <= 30));
    return prelude.length <= PRELUDE && heading ? byHeight : titled;
  });
}

function firstLines(lines: readonly Line[]): (page: number) => number {
  const starts: number[] = [];
  for (const [i, line] of lines.entries()) while (starts.length <= line.page) starts.push(i);
  return (page) => starts[page] ?? lines.length;
}

/** The first line whose baseline stands at or below a height; the page's end when none does. */
function lineAt(lines: readonly Line[], from: number, to: number, y: number, x: number | null): number {
  const columns = new Set(lines.slice(from, to).map((line) => line.column));
  const aimed = x === null || columns.size < 2 ? null : columnAt(lines.slice(from, to), x);
  for (let i = from; i < to; i++) {
    const line = lines[i] as Line;
    if ((aimed === null || line.column >= aimed) && line.y >= y - 0.3 * line.size) return i;
  }
  return to;
}

/** The first column that a destination's left edge can mean. */
function columnAt(lines: readonly Line[], x: number): number | null {
  const spans = new Map<number, [number, number]>();
  for (const line of lines) {
    const span = spans.get(line.column) ?? [line.x, line.right];
    spans.set(line.column, [Math.min(span[0], line.x), Math.max(span[1], line.right)]);
  }
  for (const [column, [left, right]] of [...spans].sort((a, b) => a[0] - b[0]))
    if (x >= left - 12 && x < right) return column;
  return null;
}

/** Which of a page's lines the title stands at, the nearest to the height; titles over up to three lines count. */
function findTitle(
  lines: readonly Line[],
  plainOf: (line: Line) => string,
  title: string,
  y: number | null,
): number | null {
  const wanted = plain(title);
  if (wanted === "") return null;
  let best: { index: number; distance: number } | null = null;
  for (const [i, line] of lines.entries()) {
    let text = "";
    // What lines say together is what they say one by one, since a space stands between them.
    let candidate = "";
    for (const next of lines.slice(i, i + 3)) {
      text += ` ${next.text}`;
      candidate += plainOf(next);
      if (candidate !== wanted && !(candidate.endsWith(wanted) && plain(withoutNumber(text)) === wanted)) continue;
      const distance = y === null ? i : Math.abs(line.y - y);
      if (best === null || distance < best.distance) best = { index: i, distance };
      break;
    }
  }
  return best === null ? null : best.index;
}

function withoutNumber(text: string): string {
  return text.replace(/^\s*(?:\p{L}{0,9}\s+)?(?:\d+|\p{Lu}|[IVX]+)(?:\.\d+)*[.:)]?\s+/u, "");
}

function plain(text: string): string {
  return text
    .normalize("NFKC")
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]+/gu, "");
}

/** The size in which most characters are set. */
function bodySize(lines: readonly Line[]): number {
  const characters = new Map<number, number>();
  for (const { size, text } of lines) characters.set(size, (characters.get(size) ?? 0) + text.length);
  return [...characters].sort((a, b) => b[1] - a[1] || a[0] - b[0])[0]?.[0] ?? 0;
}
