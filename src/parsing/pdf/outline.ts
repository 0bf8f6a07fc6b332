import { keeping } from "../../caches/bounded-cache.ts";
import { type BinaryInput, skipFile } from "../parser-input.ts";
import { bodySize, type Line } from "./line.ts";
import { type OpenPdf, shownAt, turnBack } from "./pdf-document.ts";
import type { PageFrames } from "./read-frames.ts";

/** An entry of a PDF's outline, with its place. */
export interface OutlineEntry {
  readonly title: string;
  /** Titles from the outermost entry to this one, inclusive. */
  readonly breadcrumb: readonly string[];
  /** 1-based depth. */
  readonly level: number;
  /** 0-based. */
  readonly page: number;
  /** Points from the top of the page as it is read, and from its left; null where the entry names the page only. */
  readonly y: number | null;
  readonly x: number | null;
}

interface Place {
  readonly page: number;
  readonly y: number | null;
  readonly x: number | null;
}

/** By page, how it is shown, and the angle at which its text runs. */
type Pages = readonly Pick<PageFrames, "view" | "turned">[];

/** An action that goes to a place of this document. */
const GO_TO = 1;
/** By kind of a destination, where among its numbers the left and top coordinates stand (PDF 32000-1, table 151). */
const COORDINATES: Readonly<Record<number, readonly [left: number | null, top: number | null]>> = {
  3: [null, 0],
  4: [0, null],
  5: [0, 3],
  7: [null, 0],
  8: [0, null],
};
/** A destination that says the left upper corner, or parts of it. */
const XYZ = 1;

/**
 * The outline in its own order, with places in the frames that `readFrames` uses. An entry that leads nowhere (a web address, a broken name) is
 * a name over its children: it stands in their breadcrumbs and has no place of its own.
 * @throws LociError `FILE_SKIPPED`: `nesting`
 */
export function readOutline(pdf: OpenPdf, { path, limits }: BinaryInput, pages: Pages): OutlineEntry[] {
  const { call } = pdf.library;
  const entries: OutlineEntry[] = [];
  const seen = new Set<number>();
  const walk = (first: number, above: readonly string[]): void => {
    if (first !== 0 && above.length >= Math.min(64, limits.maxNesting)) throw skipFile(path, "nesting", { limit: 64 });
    for (let item = first; item !== 0 && !seen.has(item); item = call.FPDFBookmark_GetNextSibling(pdf.address, item)) {
      seen.add(item);
      const title = pdf.library
        .string((to, bytes) => call.FPDFBookmark_GetTitle(item, to, bytes))
        .replaceAll(/[\s\p{Cc}]+/gu, " ")
        .trim();
      const breadcrumb = title === "" ? above : [...above, title];
      const place = title === "" ? null : placeOf(pdf, item, pages);
      if (place !== null) entries.push({ title, breadcrumb, level: breadcrumb.length, ...place });
      walk(call.FPDFBookmark_GetFirstChild(pdf.address, item), breadcrumb);
    }
  };
  walk(call.FPDFBookmark_GetFirstChild(pdf.address, 0), []);
  return entries;
}

function placeOf(pdf: OpenPdf, item: number, pages: Pages): Place | null {
  const { call } = pdf.library;
  const action = call.FPDFBookmark_GetAction(item);
  const destination =
    call.FPDFBookmark_GetDest(pdf.address, item) ||
    (call.FPDFAction_GetType(action) === GO_TO ? call.FPDFAction_GetDest(pdf.address, action) : 0);
  if (destination === 0) return null;
  const page = call.FPDFDest_GetDestPageIndex(pdf.address, destination);
  if (page < 0 || page >= pdf.pageCount) return null;
  const [x, y] = coordinatesOf(pdf, destination);
  const { view, turned } = pages[page] as Pages[number];
  // On a page on its side, each of the two takes part in both.
  if (turned !== 0 && (x === null || y === null)) return { page, x: null, y: null };
  const [frameX, frameY] = turnBack(shownAt(view.toShown, x ?? 0, y ?? 0), turned, view);
  return { page, x: x === null ? null : frameX, y: y === null ? null : frameY };
}

function coordinatesOf({ library }: OpenPdf, destination: number): readonly [x: number | null, y: number | null] {
  const { call, scratch } = library;
  const kind = call.FPDFDest_GetView(destination, scratch, scratch + 8);
  if (kind === XYZ) {
    call.FPDFDest_GetLocationInPage(destination, ...[0, 4, 8, 12, 16, 20].map((at) => scratch + at));
    return [library.integer(0) === 0 ? null : library.float(3), library.integer(1) === 0 ? null : library.float(4)];
  }
  const [left, top] = COORDINATES[kind] ?? [null, null];
  return [left === null ? null : library.float(2 + left), top === null ? null : library.float(2 + top)];
}

/** Lines between a destination and its title that are still its heading ("CHAPTER TWO" over the title). */
const PRELUDE = 3;

/**
 * The line at which each entry's section begins. The destination's height decides; the title, where it stands near
 * on that page, corrects it: destinations are often a line off, and some name a page only.
 * @returns for each entry, an index into `lines`, or `lines.length` behind the end
 * Cost: entries × lines of a page.
 */
export function placeEntries(entries: readonly OutlineEntry[], lines: readonly Line[]): number[] {
  const pageStart = firstLines(lines);
  const body = bodySize(lines);
  const plainOf = keeping((line: Line) => plain(line.text));
  return entries.map((entry) => {
    const from = pageStart(entry.page);
    const ofPage = lines.slice(from, pageStart(entry.page + 1));
    const byHeight = entry.y === null ? null : from + lineAt(ofPage, entry.y, entry.x);
    const found = findTitle(ofPage, plainOf, entry);
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

/** By page, the index of its first line. */
export function firstLines(lines: readonly Line[]): (page: number) => number {
  const starts: number[] = [];
  for (const [i, line] of lines.entries()) while (starts.length <= line.page) starts.push(i);
  return (page) => starts[page] ?? lines.length;
}

/** The first of a page's lines whose baseline stands at or below a height; their number when none does. */
function lineAt(lines: readonly Line[], y: number, x: number | null): number {
  const columns = new Set(lines.map((line) => line.column));
  const aimed = x === null || columns.size < 2 ? null : columnAt(lines, x);
  const at = lines.findIndex((line) => (aimed === null || line.column >= aimed) && line.y >= y - 0.3 * line.size);
  return at < 0 ? lines.length : at;
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
function findTitle(lines: readonly Line[], plainOf: (line: Line) => string, { title, y }: OutlineEntry): number | null {
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

const withoutNumber = (text: string): string =>
  text.replace(/^\s*(?:\p{L}{0,9}\s+)?(?:\d+|\p{Lu}|[IVX]+)(?:\.\d+)*[.:)]?\s+/u, "");

const plain = (text: string): string =>
  text
    .normalize("NFKC")
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]+/gu, "");
