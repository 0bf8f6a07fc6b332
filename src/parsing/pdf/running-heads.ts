import { numeral } from "../numerals.ts";
import { median, type Row } from "./line.ts";
import type { Fragment } from "./segment.ts";

/** A number in a text that may be the page's. */
interface PageNumber {
  readonly value: number;
  readonly at: number;
  readonly length: number;
}

/** Not a part of a word, nor of the number of a section or an amount. */
const NUMBER =
  /(?<![\p{Script=Latin}\p{N}]|\p{N}[.,])(?:\d{1,5}|[ivxlc]{1,8})(?![\p{Script=Latin}\p{N}]|[.,][\p{L}\p{N}]|\.\s)/giu;
/** How pages are called beside their numbers, "Page 3 of 10". */
const PAGE = new RegExp(
  String.raw`(?<!\p{Script=Latin})(?:pages?|pp?|of|seiten?|von|página|pagina|pág|pag|de|di|sida|side|av|af` +
    String.raw`|strana|strona|z|oldal|sayfa|стр|страница|из)(?!\p{Script=Latin})|ページ|[第页頁共/]`,
  "giu",
);

/**
 * The numbers of a text that may count pages, arabic or roman. One among other words than those for pages must be a page of the document: years
 * and the numbers of invoices count with the pages too.
 */
function pageNumbers(text: string, pageCount: number): PageNumber[] {
  const limit = withoutNumbers(text) === "" ? Number.POSITIVE_INFINITY : pageCount;
  return [...text.matchAll(NUMBER)]
    .map((match) => ({ value: valueOf(match[0]), at: match.index, length: match[0].length }))
    .filter(({ value }) => value <= limit);
}

/** What a text says besides numbers and how pages are called; nothing, when it is a page number. */
const withoutNumbers = (text: string): string =>
  text
    .replaceAll(NUMBER, "")
    .replaceAll(PAGE, "")
    .replaceAll(/[^\p{L}\p{N}]+/gu, "");

const ROMAN = new Map(Array.from({ length: 400 }, (_, i) => [numeral(i, "i"), i]));

/** A number and what may stand around it: "– 12 –". */
const ALONE = /^[\s\p{Pd}[\]|.]*[\p{L}\p{N}]+[\s\p{Pd}[\]|.]*$/u;

const valueOf = (text: string): number => (/^\d/u.test(text) ? Number(text) : (ROMAN.get(text.toLowerCase()) ?? NaN));

/** Distance, points, within which two pages' rows are at the same height. */
const SAME_HEIGHT = 2.5;
/** Rows at an edge that may all be running heads. */
const DEPTH = 3;
/**
 * Share of the page's height that is its margin, and within which the outermost row, or one that is but a number, may count pages, or repeat on
 * most of them: paper is often larger than what it was set for. Where a few pages only can bear witness, less than the inch at which text begins.
 */
const MARGIN = 0.1;
const FAR = 0.25;
const MARGIN_OF_FEW = 0.08;
/** Share of the page's height that no text reaches into. */
const EDGE = 0.06;
const FEW = 5;
/** Leadings that set a row apart from the text: more than an empty line, except for what is but a page number. One that isn't must count pages. */
const APART = 2.25;
const NUMBER_APART = 1.5;
/** Least leading, in font sizes: rows of two columns may stand between each other. */
const LEADING = 1.15;
/** Times the usual size above which a row is a title. */
const TITLE = 1.15;
/** Share of the pages between a slot's first and last, and of all pages, that have a row in it; chapters' titles have less. */
const DENSITY = 0.4;
const OF_ALL = 0.2;
/** Share of a slot's rows that must repeat, or count pages, for the slot to be one of running heads. */
const SHARE = 0.6;
/** Letters from which on a text is found again for sure. */
const LONG = 8;
/** "Chapter 3." before a title, which above the title itself may be written in words. */
const CHAPTER = /^(?:#\s+)?\p{L}+\s+\p{N}+[.:]\s+(?=\S)/u;

/** A page's rows, top to bottom, and its height in points. */
export interface PageRows {
  readonly rows: readonly Row[];
  readonly height: number;
}

/** Letters and digits outside of the margins, and those of each row without its digits. */
interface BodyText {
  readonly whole: string;
  readonly rows: ReadonlySet<string>;
}

/** A row in a margin. */
interface Placed {
  readonly page: number;
  readonly row: Row;
  /** Baseline, points from the page's edge. */
  readonly distance: number;
  /** Of the page's height. */
  readonly share: number;
  /** Whether it is but a page number. */
  readonly plain: boolean;
  /** Whether a gap sets it apart from the text. */
  readonly apart: boolean;
}

/**
 * Recognises running heads, running feet and page numbers: rows in the top or bottom margin, set apart from the text and not larger than it, at one
 * height on at least three pages, that repeat each other to the letter but for a number that counts with the pages. What stands in such a place
 * without repeating (the name of a short section) goes too when the text itself says it: nothing that is said once only is left out.
 * @returns for each page, the rows to leave out
 * Cost: linear in the rows, and the text once more for each row that doesn't repeat.
 */
export function findRunningHeads(pages: readonly PageRows[]): ReadonlySet<Row>[] {
  const removed = pages.map(() => new Set<Row>());
  const size = median(pages.flatMap(({ rows }) => rows.map((row) => row.size)));
  const leading = Math.max(
    LEADING * size,
    median(pages.flatMap(({ rows }) => rows.slice(1).map((row, i) => row.y - (rows[i] as Row).y))),
  );
  const edges = (["top", "bottom"] as const).map((edge) =>
    pages.flatMap((page, number) =>
      inMargin(page, edge, leading).flatMap((one) => (one.row.size <= TITLE * size ? [{ ...one, page: number }] : [])),
    ),
  );
  const margins = new Set(edges.flat().flatMap(({ row, apart }) => (apart ? [row] : [])));
  let text: BodyText | null = null;
  const body = (): BodyText => (text ??= bodyText(pages, margins));
  for (const rows of edges) {
    for (const slot of slots(rows, pages.length)) {
      for (const { page, row } of runningRows(slot, pages.length, body)) (removed[page] as Set<Row>).add(row);
    }
  }
  // Where a page has no head, as the first of a chapter, its number stands elsewhere: it counts with the others.
  const numbers = edges.flat().flatMap(({ page, row, plain, apart }) => {
    const said = textOf(row);
    const isAlone = plain && apart && (ALONE.test(said) || said.search(PAGE) >= 0);
    const all = isAlone || removed[page]?.has(row) === true ? pageNumbers(said, pages.length) : [];
    return all.map(({ value }) => ({ page, row, isAlone, offset: value - page }));
  });
  for (const counted of Map.groupBy(numbers, ({ offset }) => offset).values()) {
    const isKnown = counted.length >= Math.max(2, OF_ALL * pages.length);
    for (const { page, row, isAlone } of counted) if (isKnown && isAlone) (removed[page] as Set<Row>).add(row);
  }
  return removed;
}

function bodyText(pages: readonly PageRows[], margins: ReadonlySet<Row>): BodyText {
  const body = pages.flatMap(({ rows }) => rows.filter((row) => !margins.has(row)).map((row) => bare(textOf(row))));
  return { whole: body.join(""), rows: new Set(body.map((row) => row.replaceAll(/\p{N}+/gu, ""))) };
}

/** The outermost rows of a page that stand in its margin: the first, and those outside of a gap wider than between lines. */
function inMargin({ rows, height }: PageRows, edge: "top" | "bottom", leading: number): Omit<Placed, "page">[] {
  const inward = edge === "top" ? rows : rows.toReversed();
  const found: Omit<Placed, "page">[] = [];
  let gap = 0;
  for (let i = Math.min(DEPTH, inward.length) - 1; i >= 0; i--) {
    const row = inward[i] as Row;
    const distance = edge === "top" ? row.y : height - row.y;
    const plain = withoutNumbers(textOf(row)) === "";
    if (distance > (plain || i === 0 ? FAR : MARGIN) * height) continue;
    const next = inward[i + 1];
    gap = Math.max(gap, next === undefined ? Number.POSITIVE_INFINITY : Math.abs(next.y - row.y));
    const apart = gap >= (plain ? NUMBER_APART : APART) * leading;
    if (apart || i === 0) found.push({ row, distance, share: distance / height, plain, apart });
  }
  return found;
}

/** Things in groups, by a measure of theirs that is at most so far from that of the group's first. */
function grouped<T>(things: readonly T[], measure: (thing: T) => number, within: number): T[][] {
  const groups: T[][] = [];
  for (const thing of [...things].sort((a, b) => measure(a) - measure(b))) {
    const last = groups.at(-1);
    if (last !== undefined && measure(thing) - measure(last[0] as T) <= within) last.push(thing);
    else groups.push([thing]);
  }
  return groups;
}

/** Rows in the margin by height. */
function slots(rows: readonly Placed[], pageCount: number): Placed[][] {
  return grouped(rows, ({ distance }) => distance, SAME_HEIGHT).filter((slot) => {
    if (slot.length < FEW && slot.some(({ share }) => share > MARGIN_OF_FEW)) return false;
    const numbers = slot.map(({ page }) => page);
    const span = numbers.reduce((a, b) => Math.max(a, b)) - numbers.reduce((a, b) => Math.min(a, b)) + 1;
    return slot.length >= Math.max(3, DENSITY * span, OF_ALL * pageCount);
  });
}

function runningRows(slot: readonly Placed[], pageCount: number, body: () => BodyText): readonly Placed[] {
  const read = slot.map((placed) => {
    const parts = placed.row.segments.map(({ text }) => ({ text, numbers: pageNumbers(text, pageCount) }));
    return { placed, parts };
  });
  const offsets = Map.groupBy(
    read.flatMap(({ placed, parts }) => [
      ...new Set(parts.flatMap(({ numbers }) => numbers.map(({ value }) => value - placed.page))),
    ]),
    (offset) => offset,
  );
  // Pages may be counted twice over, in roman and in arabic numbers, or anew in each chapter; a few coincidences are no count.
  const described = read.map(({ placed, parts }) => {
    const enough = placed.plain ? 3 : Math.max(3, 0.25 * slot.length);
    const counting = parts.map(({ numbers }) =>
      numbers.filter(({ value }) => (offsets.get(value - placed.page)?.length ?? 0) >= enough),
    );
    const rest = parts.map(({ text }, i) => (counting[i] as readonly PageNumber[]).reduceRight(blank, text));
    // The page's number may be the day's or the last page's too, "Page 6 of 6": each one alone may be it.
    const alone = counting.flatMap((numbers, i) =>
      numbers.map((number) => parts.map(({ text }, j) => (i === j ? blank(text, number) : text))),
    );
    const shapes = new Set([rest, parts.map(({ text }) => text), ...alone].map(shapeOf));
    return { placed, rest, shapes, counts: counting.some((numbers) => numbers.length > 0) };
  });
  const rowsOf = Map.groupBy(
    described.flatMap(({ shapes }) => [...shapes]),
    (shape) => shape,
  );
  const mayRepeat = (slot[0] as Placed).share <= MARGIN || slot.length >= DENSITY * pageCount;
  const repeats = ({ placed, counts, shapes }: (typeof described)[number]) =>
    mayRepeat &&
    (placed.apart || counts || placed.share <= EDGE) &&
    [...shapes].some((shape) => (rowsOf.get(shape)?.length ?? 0) >= 2);
  const sure = described.filter((one) => one.counts || repeats(one));
  if (sure.length < Math.max(3, SHARE * slot.length)) return [];
  const inBody = ({ rest }: { readonly rest: readonly string[] }) =>
    rest.every((part) => bodyContains(body(), bare(part.replace(CHAPTER, ""))));
  return described
    .filter((one) => repeats(one) || ((one.counts || one.placed.apart) && inBody(one)))
    .map(({ placed }) => placed);
}

/** A few letters are a piece of many words: they must be a row of their own. */
function bodyContains(text: BodyText, part: string): boolean {
  const words = part.replaceAll(/\p{N}+/gu, "");
  return words === "" || text.rows.has(words) || (part.length >= LONG && text.whole.includes(part));
}

/** A number that counts stands at the outer edge, left on left pages and right on right ones: parts are in no order. */
const shapeOf = (parts: readonly string[]): string => [...parts].sort().join(" ").replaceAll(/\s+/gu, " ");

const blank = (text: string, { at, length }: PageNumber): string => `${text.slice(0, at)}#${text.slice(at + length)}`;

const textOf = (row: Row): string =>
  row.segments
    .map((segment) => segment.text)
    .join(" ")
    .trim();

/** Letters and digits only, in small letters: a head may say in capitals, and spaced otherwise, what the text says. */
const bare = (text: string): string => text.toLowerCase().replaceAll(/[^\p{L}\p{N}]+/gu, "");

/** Numbers on a page at least, half as many where not each line has one; fewer only go on from the page before. */
const LEAST = 8;
/** How far the ends of numbers below each other are apart at most, points. */
const BELOW = 1;
/** Size of the numbers at most, as a share of the text's. */
const SMALLER = 0.9;
/** Width of the text at least, in font sizes, and how much of it words fill: a listing is narrow, or its lines end anywhere. */
const [WIDE, FILLED] = [15, 0.3];
/** Share of a page's baselines that are counted at least: a listing has numbers too, and text around it. */
const COUNTED = 0.5;

/** Words over what stands between two columns, as a share of the numbers there: of titles, and of lines that are too long. */
const CROSSED = 0.1;

/** From line to line at least, in font sizes. */
const CLOSEST = 0.9;

/** Numbers below each other that rise by one step. */
interface Count {
  readonly column: readonly Fragment[];
  readonly first: number;
  readonly step: number;
  /** The number that would come next. */
  readonly past: number;
}

/**
 * Takes out the numbers by which a manuscript counts its lines, page by page: digits alone, smaller than the text, which end or begin below each
 * other and rise by one step, in a margin; or between two columns, where they go on from such numbers or to them, and stand in a margin there or
 * where hardly any text is. They count most lines of a page, and no code: numbers of tables, listings and pages stay.
 * Cost: a sort of a page's numbers, and its text once for each column of them that stands in it.
 */
export function lineNumbers(): (fragments: readonly Fragment[]) => readonly Fragment[] {
  let [next, end] = [-1, 0];
  return (fragments) => {
    const isNumber = (one: Fragment): boolean => /^\s*\d{1,5}\s*$/u.test(one.text);
    const text = fragments.filter((fragment) => !isNumber(fragment));
    const left = text.reduce((least, { x }) => Math.min(least, x), Infinity);
    const right = text.reduce((most, { x, width }) => Math.max(most, x + width), -Infinity);
    const size = median(text.map((one) => one.size));
    const rows = new Set(text.map(({ y }) => Math.round(y / size))).size;
    const ink = text.reduce((sum, { width }) => sum + width, 0);
    if (right - left < WIDE * size || ink < FILLED * rows * (right - left)) return fragments;
    const small = fragments.filter((one) => isNumber(one) && one.size <= SMALLER * size);
    // An index of a formula may end where they do.
    const ofSizes = [...Map.groupBy(small, (one) => one.size).values()];
    const edges = [({ x, width }: Fragment) => x + width, ({ x }: Fragment) => x];
    const counts = edges
      .flatMap((edge) => ofSizes.flatMap((numbers) => grouped(numbers, edge, BELOW)))
      .flatMap((column) => countIn(column, end, size) ?? []);
    const isBeside = (column: readonly Fragment[]): boolean =>
      column.every(({ x, width }) => x + width <= left || x >= right);
    const removed = new Set<Fragment>();
    const from = next;
    for (const { column, first, step, past } of counts) {
      const goesOn = first === from && step === end;
      const others = counts.filter((one) => one.step === step && isApart(one.column, column));
      const before = others.filter((one) => one.past === first);
      const behind = others.filter((one) => one.first === past);
      const joined = [...before, ...behind];
      const isSure = [column, ...joined.map((one) => one.column)].some(isBeside);
      if (!isSure && !((goesOn || joined.length > 0) && isFree(column, text))) continue;
      const isLater = goesOn || before.some((one) => one.column.every((number) => removed.has(number)));
      if (column.length < (isLater ? 1 : LEAST / Math.min(2, step))) continue;
      const [above, after] = [before, behind].map((list) => Math.max(0, ...list.map((one) => one.column.length)));
      if ((column.length + (above as number) + (after as number)) * step < COUNTED * rows) continue;
      for (const number of column) removed.add(number);
      [next, end] = past > next || next === from ? [past, step] : [next, end];
    }
    return removed.size === 0 ? fragments : fragments.filter((fragment) => !removed.has(fragment));
  };
}

/**
 * Null for numbers that don't rise evenly, or by more than the lines that find room between them.
 * @param usual the step of a number that stands alone
 */
function countIn(fragments: readonly Fragment[], usual: number, size: number): Count | null {
  const column = [...fragments].sort((a, b) => a.y - b.y);
  const numbers = column.map(({ text }) => Number(text));
  const [first = 0, second = first + usual] = numbers;
  const step = second - first;
  if (step < 1 || numbers.some((number, i) => number !== first + i * step)) return null;
  const height = (column.at(-1)?.y ?? 0) - (column[0]?.y ?? 0);
  if (height < CLOSEST * size * step * (column.length - 1)) return null;
  return { column, first, step, past: first + numbers.length * step };
}

function spanOf(column: readonly Fragment[]): readonly [x: number, right: number] {
  return [Math.min(...column.map((one) => one.x)), Math.max(...column.map((one) => one.x + one.width))];
}

/** Whether two columns of numbers stand beside each other; else they are of one, which a longer number sets in. */
function isApart(one: readonly Fragment[], other: readonly Fragment[]): boolean {
  const [[x, right], [otherX, otherRight]] = [spanOf(one), spanOf(other)];
  return right < otherX || otherRight < x;
}

/** Whether hardly any text stands where a column of numbers does. */
function isFree(column: readonly Fragment[], others: readonly Fragment[]): boolean {
  const [x, right] = spanOf(column);
  const [top, bottom] = [column[0]?.y ?? 0, column.at(-1)?.y ?? 0];
  const over = others.filter((one) => one.x < right && one.x + one.width > x && one.y >= top && one.y <= bottom);
  return over.length <= CROSSED * column.length;
}
