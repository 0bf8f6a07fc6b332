import type { BinaryInput } from "../parser-input.ts";
import { skipFile } from "../skip-file.ts";
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
export interface RawOutlineItem {
  readonly title: string;
  readonly dest: string | readonly unknown[] | null;
  readonly items: readonly RawOutlineItem[];
}

/** A destination's place. */
export interface Place {
  readonly page: number;
  readonly y: number | null;
  readonly x: number | null;
}

/**
 * Flattens an outline in its own order. An entry that leads nowhere (a web address, a broken name) is a name over
 * its children: it stands in their breadcrumbs and has no place of its own.
 *
 * @param locate finds the place of a destination, null when there is none
 * @param tooDeep called when nesting passes `maxDepth`; throws
 */
async function flattenOutline(
  items: readonly RawOutlineItem[],
  locate: (dest: string | readonly unknown[]) => Promise<Place | null>,
  maxDepth: number,
  tooDeep: () => never,
): Promise<OutlineEntry[]> {
  const entries: OutlineEntry[] = [];
  const walk = async (siblings: readonly RawOutlineItem[], above: readonly string[]): Promise<void> => {
    if (above.length >= maxDepth) tooDeep();
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
 *
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
    const [frameX, frameY] = turnBack(deviceX as number, deviceY as number, angle, viewport);
    return { page, x: typeof x === "number" ? frameX : null, y: typeof y === "number" ? frameY : null };
  };
  return flattenOutline(items, locate, Math.min(64, limits.maxNesting), () => {
    throw skipFile(path, "nesting", { limit: 64 });
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
