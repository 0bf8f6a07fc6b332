import { type BinaryInput, skipFile } from "../parser-input.ts";
import { bodySize, type Line } from "./line.ts";
import type { OpenPdf } from "./open-pdf.ts";
import { turnBack } from "./orientation.ts";

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

/** What a PDF library says of an entry. */
interface RawOutlineItem {
  readonly title: string;
  readonly dest: string | readonly unknown[] | null;
  readonly items: readonly RawOutlineItem[];
}

/** A destination's place. */
interface Place {
  readonly page: number;
  readonly y: number | null;
  readonly x: number | null;
}

/**
 * Flattens an outline in its own order. An entry that leads nowhere (a web address, a broken name) is a name over
 * its children: it stands in their breadcrumbs and has no place of its own.
 * @param locate finds the place of a destination, null when there is none
 * @param enter hears how deep it goes; throws to refuse it
 */
async function flattenOutline(
  items: readonly RawOutlineItem[],
  locate: (dest: string | readonly unknown[]) => Promise<Place | null>,
  enter: (depth: number) => void,
): Promise<OutlineEntry[]> {
  const entries: OutlineEntry[] = [];
  const walk = async (siblings: readonly RawOutlineItem[], above: readonly string[]): Promise<void> => {
    enter(above.length + 1);
    for (const item of siblings) {
      const title = item.title.replaceAll(/[\s\p{Cc}]+/gu, " ").trim();
      const breadcrumb = title === "" ? above : [...above, title];
      const place = item.dest === null || title === "" ? null : await locate(item.dest);
      if (place !== null) entries.push({ title, breadcrumb, level: breadcrumb.length, ...place });
      await walk(item.items, breadcrumb);
    }
  };
  await walk(items, []);
  return entries;
}

/** Where in an explicit destination the left and top coordinates stand, by its kind (PDF 32000-1, table 151). */
const COORDINATES: Readonly<Record<string, readonly [left: number | null, top: number | null]>> = {
  XYZ: [2, 3],
  FitH: [null, 2],
  FitBH: [null, 2],
  FitV: [2, null],
  FitBV: [2, null],
  FitR: [2, 5],
};

/**
 * The outline with places in the frames that `readFrames` uses. An outline that can't be read is no outline.
 * @param turned by page, the angle at which its text runs
 */
export async function readOutline(
  pdf: OpenPdf,
  { path, limits }: BinaryInput,
  turned: readonly number[],
): Promise<OutlineEntry[]> {
  const items = (await pdf.getOutline()) as readonly RawOutlineItem[] | null;
  if (items === null || items === undefined) return [];
  const locate = async (dest: string | readonly unknown[]): Promise<Place | null> => {
    const explicit = typeof dest === "string" ? ((await pdf.getDestination(dest)) as readonly unknown[] | null) : dest;
    if (!Array.isArray(explicit)) return null;
    const page = await pageIndex(pdf, explicit[0]);
    if (page === null) return null;
    const kind = (explicit[1] as { name?: unknown } | null | undefined)?.name;
    const [left, top] = (typeof kind === "string" ? COORDINATES[kind] : undefined) ?? [null, null];
    const x = left === null ? null : explicit[left];
    const y = top === null ? null : explicit[top];
    const viewport = (await pdf.getPage(page + 1)).getViewport({ scale: 1 });
    const [deviceX, deviceY] = viewport.convertToViewportPoint(
      typeof x === "number" ? x : 0,
      typeof y === "number" ? y : 0,
    );
    const angle = turned[page] ?? 0;
    // On a page on its side, each of the two takes part in both.
    if (angle !== 0 && (typeof x !== "number" || typeof y !== "number")) return { page, x: null, y: null };
    const [frameX, frameY] = turnBack([deviceX as number, deviceY as number], angle, viewport);
    return { page, x: typeof x === "number" ? frameX : null, y: typeof y === "number" ? frameY : null };
  };
  return flattenOutline(items, locate, (depth) => {
    if (depth > Math.min(64, limits.maxNesting)) throw skipFile(path, "nesting", { limit: 64 });
  });
}

async function pageIndex(pdf: OpenPdf, target: unknown): Promise<number | null> {
  if (typeof target === "number") return target >= 0 && target < pdf.numPages ? target : null;
  if (typeof target !== "object" || target === null || !("num" in target)) return null;
  try {
    return await pdf.getPageIndex(target as Parameters<OpenPdf["getPageIndex"]>[0]);
  } catch {
    // A reference to an object that is no page: the entry leads nowhere, which is an answer.
    return null;
  }
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
  const plainLines = new Map<Line, string>();
  const plainOf = (line: Line): string => {
    const known = plainLines.get(line) ?? plain(line.text);
    plainLines.set(line, known);
    return known;
  };
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

function withoutNumber(text: string): string {
  return text.replace(/^\s*(?:\p{L}{0,9}\s+)?(?:\d+|\p{Lu}|[IVX]+)(?:\.\d+)*[.:)]?\s+/u, "");
}

function plain(text: string): string {
  return text
    .normalize("NFKC")
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]+/gu, "");
}
