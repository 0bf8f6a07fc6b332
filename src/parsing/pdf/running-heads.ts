import type { Row } from "./row.ts";

/** Distance, points, within which two pages' rows are at the same height. */
const SAME_HEIGHT = 2.5;
/** Rows at an edge that may all be running heads. */
const DEPTH = 3;
/** Share of the pages between a slot's first and last that have a row in it; chapters' titles have less. */
const DENSITY = 0.4;
/** Share of a slot's rows that must repeat, or count pages, for the slot to be one of running heads. */
const SHARE = 0.6;

interface Placed {
  readonly page: number;
  readonly row: Row;
  readonly shape: string;
  readonly numbers: readonly number[];
}

/**
 * Recognises running heads, running feet and page numbers: rows at the top or bottom edge, at one height on at least
 * three pages, that repeat each other up to their numbers or carry a number that counts with the pages. A row that
 * stands in such a place without repeating (the name of a short section) goes too when it has the size of the others.
 *
 * @param pages rows of every page, top to bottom
 * @returns for each page, the rows to leave out
 * Cost: linear in pages.
 */
export function findRunningHeads(pages: readonly (readonly Row[])[]): ReadonlySet<Row>[] {
  const removed = pages.map(() => new Set<Row>());
  for (const edge of ["top", "bottom"] as const) {
    for (let depth = 0; depth < DEPTH; depth++) {
      const outermost = pages.flatMap((rows, page) => {
        const left = rows.filter((row) => !(removed[page] as Set<Row>).has(row));
        const row = edge === "top" ? left[0] : left[left.length - 1];
        return row === undefined ? [] : [{ page, row, ...describe(row) }];
      });
      let any = false;
      for (const slot of slots(outermost)) {
        for (const { page, row } of runningRows(slot)) {
          (removed[page] as Set<Row>).add(row);
          any = true;
        }
      }
      if (!any) break;
    }
  }
  return removed;
}

/** Outermost rows by height. */
function slots(rows: readonly Placed[]): Placed[][] {
  const sorted = [...rows].sort((a, b) => a.row.y - b.row.y || a.page - b.page);
  const found: Placed[][] = [];
  for (const placed of sorted) {
    const slot = found[found.length - 1];
    if (slot !== undefined && placed.row.y - (slot[0] as Placed).row.y <= SAME_HEIGHT) slot.push(placed);
    else found.push([placed]);
  }
  return found.filter((slot) => {
    const pages = slot.map(({ page }) => page);
    return slot.length >= Math.max(3, DENSITY * (Math.max(...pages) - Math.min(...pages) + 1));
  });
}

function runningRows(slot: readonly Placed[]): readonly Placed[] {
  const shapes = new Map<string, number>();
  const offsets = new Map<number, number>();
  for (const { shape, numbers, page } of slot) {
    shapes.set(shape, (shapes.get(shape) ?? 0) + 1);
    for (const offset of new Set(numbers.map((number) => number - page))) offsets.set(offset, (offsets.get(offset) ?? 0) + 1);
  }
  // Pages may be counted twice over, in roman and in arabic numbers; a few coincidences are no count.
  const enough = Math.max(3, 0.25 * slot.length);
  const counts = (placed: Placed) => placed.numbers.some((number) => (offsets.get(number - placed.page) ?? 0) >= enough);
  const repeats = (placed: Placed) => (shapes.get(placed.shape) ?? 0) >= 2;
  const sure = slot.filter((placed) => repeats(placed) || counts(placed));
  if (sure.length < Math.max(3, SHARE * slot.length)) return [];
  const sizes = new Set(sure.map(({ row }) => Math.round(row.size * 2)));
  return slot.filter((placed) => sure.includes(placed) || sizes.has(Math.round(placed.row.size * 2)));
}

/** The row with its numbers blanked, and the number at either end, which may be the page's. */
function describe(row: Row): { shape: string; numbers: number[] } {
  const text = row.segments.map((segment) => segment.text).join(" ").trim();
  const shape = text.replaceAll(/\d+|(?<![\p{L}\p{N}])[ivxlc]+(?![\p{L}\p{N}])/giu, "#").replaceAll(/\s+/gu, " ");
  const ends = [/^(?:\d+|[ivxlc]+)(?![\p{L}\p{N}.])/iu, /(?<![\p{L}\p{N}.])(?:\d+|[ivxlc]+)$/iu];
  const numbers = ends.flatMap((end) => {
    const found = end.exec(text)?.[0];
    return found === undefined ? [] : [/^\d/u.test(found) ? Number(found) : roman(found.toLowerCase())];
  });
  return { shape, numbers };
}

function roman(text: string): number {
  const values: Readonly<Record<string, number>> = { i: 1, v: 5, x: 10, l: 50, c: 100 };
  let sum = 0;
  for (let i = 0; i < text.length; i++) {
    const value = values[text[i] as string] as number;
    sum += value < (values[text[i + 1] as string] ?? 0) ? -value : value;
  }
  return sum;
}
