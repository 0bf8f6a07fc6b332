import { numeral } from "../numerals.ts";
import type { HyphenRule } from "./join-text.ts";
import { bodySize, type Line } from "./line.ts";
import type { OutlineEntry } from "./outline.ts";

/** A heading that was recognised by its type, and the line at which it begins. */
export interface TypeHeading {
  readonly entry: OutlineEntry;
  /** Index into the document's lines. */
  readonly line: number;
}

/** Ratio to the text's size from which on type counts as larger. */
const LARGER = 1.1;
/** Maximum number of lines and characters of a heading. */
const [MOST_LINES, MOST_CHARACTERS] = [3, 120];
/** Minimum length of a line of text under a heading; a shorter one is a label. */
const TEXT = 20;
/** Maximum number of characters of text on a cover. */
const COVER = 600;
/** Share of the document's characters that its headings have at most, and headings a page that there are at least. */
const [MOST_SHARE, LEAST_PER_PAGE] = [0.12, 0.1];
const MIN_HEADINGS = 3;
/** What stands under or over a figure, a table or a listing. */
const CAPTION =
  /^(?:fig(?:ure|\.)?|table|tab\.|listing|abb(?:ildung|\.)?|tabelle|tableau|图|圖|図|表)\s*[\dA-Z]+(?:[.:-]\d+)*\s*[.:—–-]?/iu;
const NUMBERED = /^(?:(?:chapter|part|section|appendix|kapitel|chapitre)\s+)?(?:\d+|[A-Z])(?:\.\d+)*[.):]?\s+\S/iu;

const DIGITS = /^\d+(?:\.\d+)*[.)]?\s/u;

/** Lines of one type right under each other, as one. */
interface Group {
  readonly first: number;
  readonly lines: readonly Line[];
  readonly text: string;
}

/**
 * Headings of a document that has no outline: short lines that stand alone over text, larger than most of it, bold, or counted. Each size and weight is
 * a level of its own, the larger the higher. Captions, labels in figures, rows of tables and contents, initials and what is set like half
 * of the document are none.
 * @returns none where there are too few, or too many, to be headings: pages are the better sections then
 * Cost: linear in the lines.
 */
export function findHeadings(set: readonly Line[], pageCount: number, hyphens: HyphenRule): readonly TypeHeading[] {
  const body = bodySize(set);
  const lines = countedAsLarger(set, body);
  const groups = groupsOf(lines);
  const found: Group[] = [];
  for (const [i, group] of groups.entries()) {
    const [line] = group.lines as readonly [Line];
    const larger = line.size >= LARGER * body;
    if (!(larger || line.isCounted || (line.bold && line.size >= 0.88 * body && isAlone(groups, i)))) continue;
    if (isHeading(group, larger) && headsText(groups, i, body)) found.push(withPrelude(found, group));
  }
  const titles = withoutRepeated(withoutCover(withoutTerms(found, groups, body), groups, body));
  const all = lines.reduce((sum, { text }) => sum + text.length, 0);
  const share = titles.reduce((sum, { text }) => sum + text.length, 0) / Math.max(1, all);
  if (titles.length < Math.max(MIN_HEADINGS, LEAST_PER_PAGE * pageCount) || share > MOST_SHARE) return [];
  return withLevels(titles, hyphens);
}

/** Headings of papers that have no number. */
const UNCOUNTED = /^(?:REFERENCES|BIBLIOGRAPHY|ACKNOWLEDGE?MENTS?|APPENDI(?:X|CES)(?:\P{Ll}{0,60}))$/u;
/** Titles in capitals, and what ends as no title does. */
const [SHOUTED, OPEN] = [/^(?!.*(?:\p{Ll}|[.,;:]$)).*\p{Lu}{3}/u, /[.,;:-]$/u];
/** Sizes, as shares of the text's, that stand for sections, their parts, and what those have. */
const SIZES = [1.3, 1.2, 1.15] as const;
/** A title that runs into its text: behind a number until a stop, and as letters of physics have it. */
const [RUN_IN, LETTER_RUN_IN] = [/^(\S+\s.{3,80}?)[.:]\s+(?=\p{Lu})/u, /^(\p{Lu}[^.:]{2,80})\.\s?—/u];

/**
 * The number that a text begins with, if it comes after the one before it, on its level, on one above or below it: "II.", "B." and "1)" are
 * counted as "2", "2.2" and "2.2.1" are. Null for any other.
 */
function numberIn(text: string, path: readonly number[]): readonly number[] | null {
  const next = (level: number): number => (path[level] ?? 0) + 1;
  const signs = [`${numeral(next(0), "I")}\\.?`, `${numeral(next(1), "A")}\\.?`, `${next(2)}\\)`];
  const level = signs.findIndex((sign, i) => i <= path.length && new RegExp(`^${sign}\\s+\\p{Lu}`, "u").test(text));
  if (level >= 0) return [...path.slice(0, level), next(level)];
  const at = /^(\d{1,2}(?:\.\d{1,2}){0,2})\.?\s+\p{Lu}/u.exec(text)?.[1]?.split(".").map(Number) ?? [];
  const by = at.map((n, i) => n - (path[i] ?? 0));
  // One in between may have been missed.
  const follows = by.every((n, i) => (i < by.length - 1 ? n === 0 : n === 1 || (n === 2 && i < path.length)));
  return at.length > 0 && at.length <= path.length + 1 && follows ? at : null;
}

/**
 * The lines, with headings larger that only their count tells from text: "II. METHODS" in capitals, which may be small ones, and "A. Data" and
 * "1) Source:" below it, as in papers of physics and engineering, or "2. Methods" and "2.1 Data". What runs into its text says its title alone.
 */
function countedAsLarger(lines: readonly Line[], body: number): readonly Line[] {
  let path: readonly number[] = [];
  let as = 0;
  /** Whether sections are known by their type: then their parts are no larger. */
  let isTyped = false;
  return lines.map((line, i) => {
    const { text, size } = line;
    const { isAlone, isApart, isIndented, isTop, isClose } = spacing(lines, i);
    const isShouted = SHOUTED.test(text);
    const isOfType = line.bold || size >= LARGER * body;
    const at = numberIn(text, path);
    const depth = at?.length ?? 0;
    const isCounted = /^\d+[.\s]/u.test(text);
    const runIn = runInTitle(text, depth, depth > 1 ? isAlone || isIndented : isIndented);
    // The number of a page stands over it.
    const isPage = /^\d+\s/u.test(text) && isTop && at?.[0] === line.page + 1 && depth === 1 && !isOfType;
    const isSet = isCounted ? isOfType || runIn !== undefined || isApart : depth === 2 || isTitle(line, isApart);
    const goesOn = as === SIZES[0] && isShouted && isClose;
    if (at !== null && !isPage && (runIn !== undefined || (isAlone && isSet && !OPEN.test(text)))) {
      if (depth === 1) isTyped = isCounted && isOfType;
      [path, as] = [at, isTyped ? 1 : (SIZES[depth - 1] as number)];
    } else if (path.length > 0 && isAlone && UNCOUNTED.test(text)) as = SIZES[0];
    else if (at === null && runIn !== undefined) as = SIZES[2];
    else if (!goesOn) as = 0;
    if (as === 0 || (as === 1 && isOfType)) return line;
    return { ...line, text: isApart ? text : (runIn ?? text), size: Math.max(size, as * body), isCounted: true };
  });
}

/** In capitals; a typeface may have small ones of its own, which are small letters in the file. A row of contents has cells. */
const isTitle = ({ text, cells }: Line, isApart: boolean): boolean => SHOUTED.test(text) || (isApart && cells < 2);

/** The title that a line begins with where text follows it: of a part by its number, or as letters of physics have it. */
const runInTitle = (text: string, depth: number, isBegun: boolean): string | undefined =>
  isBegun && depth !== 1 ? (depth === 0 ? LETTER_RUN_IN : RUN_IN).exec(text)?.[1] : undefined;

/** How a line stands among those beside it: first, close below one of its size, under a gap, over one, and further in. */
function spacing(lines: readonly Line[], i: number) {
  const [line, below, last] = [lines[i] as Line, lines[i + 1], lines[i - 1]];
  const above = last?.page === line.page && last.column === line.column && line.y > last.y ? last : undefined;
  const gap = (at: number): number => (lines[at + 1]?.y ?? 0) - (lines[at]?.y ?? 0);
  return {
    isTop: above === undefined,
    isClose: above?.size === line.size && line.y - above.y < 1.6 * line.size,
    isAlone: above === undefined || line.y - above.y > 1.25 * Math.max(line.size, above.size),
    isApart: below?.column === line.column && gap(i) > 1.08 * Math.max(gap(i + 1), 1.15 * below.size),
    isIndented: above === undefined || line.x > above.x + 0.7 * line.size,
  };
}

function groupsOf(lines: readonly Line[]): readonly Group[] {
  const groups: { first: number; lines: Line[]; text: string }[] = [];
  for (const [i, line] of lines.entries()) {
    const group = groups[groups.length - 1];
    const last = group?.lines[group.lines.length - 1];
    if (group !== undefined && last !== undefined && continues(last, line)) {
      group.lines.push(line);
      group.text += ` ${line.text}`;
    } else groups.push({ first: i, lines: [line], text: line.text });
  }
  return groups;
}

function continues(last: Line, next: Line): boolean {
  const distance = next.y - last.y;
  return (
    sameType(last, next) &&
    last.page === next.page &&
    last.column === next.column &&
    distance > 0 &&
    distance < 1.6 * next.size &&
    (Math.abs(last.x - next.x) < next.size ||
      (next.x > last.x && next.x - last.x < 3 * next.size && NUMBERED.test(last.text)) ||
      Math.abs(last.x + last.right - next.x - next.right) < 2 * next.size) &&
    !NUMBERED.test(next.text)
  );
}

const sameType = (a: Line, b: Line): boolean =>
  Math.abs(a.size - b.size) <= 0.04 * Math.max(a.size, b.size) &&
  a.bold === b.bold &&
  a.mono === b.mono &&
  a.isCounted === b.isCounted;

/** A heading with what stands right over it and heads no text: "CHAPTER", "ONE". Taken out of `found`. */
function withPrelude(found: Group[], group: Group): Group {
  let { first } = group;
  const [line] = group.lines as readonly [Line];
  for (let last = found.at(-1); last !== undefined && last.first + last.lines.length === first; last = found.at(-1)) {
    const [over] = last.lines as readonly [Line];
    if (over.page !== line.page || over.size > 1.04 * line.size || DIGITS.test(last.text)) break;
    if (over.bold && !line.bold) break;
    found.pop();
    first = last.first;
  }
  return { ...group, first };
}

function isHeading({ lines, text }: Group, larger: boolean): boolean {
  if (lines.length > MOST_LINES || text.length > MOST_CHARACTERS) return false;
  if (lines.some(({ mono, cells }) => mono || cells > 1) || CAPTION.test(text)) return false;
  const letters = text.match(/\p{L}/gu)?.length ?? 0;
  // A row of contents, an initial, a number, a sentence.
  return (
    letters >= 3 &&
    letters > 0.4 * text.length &&
    !/…\s*[\divxlc]*$|[.,;:]$/iu.test(text) &&
    (larger ? /^[\p{L}\p{N}]/u : /^[\p{Lu}\p{Lo}\p{N}]/u).test(text)
  );
}

/** Whether a bold line has nothing close above it, as a word that begins a paragraph in bold, or a row of a table, has. */
function isAlone(groups: readonly Group[], at: number): boolean {
  const [line] = (groups[at] as Group).lines as readonly [Line];
  const above = groups[at - 1]?.lines.at(-1);
  const below = groups[at + 1]?.lines[0];
  if (below?.page === line.page && Math.abs(below.y - line.y) < 0.5 * line.size) return false;
  return above?.page !== line.page || above.column !== line.column || line.y - above.y > 1.5 * line.size;
}

/** Without bold lines at the top of a page or column that stand in no line with other headings: terms that are explained. */
function withoutTerms(found: readonly Group[], groups: readonly Group[], body: number): readonly Group[] {
  const starts = new Map(groups.map((group, i) => [group.lines[0] as Line, groups[i - 1]?.lines.at(-1)]));
  const isTop = (line: Line): boolean => {
    const above = starts.get(line);
    return above === undefined || above.page !== line.page || above.column !== line.column;
  };
  const bold = found.map(({ lines: [line] }) => line as Line).filter((line) => line.bold);
  return found.filter(({ lines: [line] }) => {
    const own = line as Line;
    if (!own.bold || own.size >= LARGER * body || !isTop(own)) return true;
    const alike = bold.filter((other) => sameType(other, own) && Math.abs(other.x - own.x) < 2);
    return 2 * alike.filter((other) => !isTop(other)).length >= alike.length;
  });
}

/** Whether text of the usual size, or a heading and then text, comes next: what is under a label in a figure is another label. */
function headsText(groups: readonly Group[], at: number, body: number): boolean {
  const [{ page, column, size }] = (groups[at] as Group).lines as readonly [Line];
  for (const next of groups.slice(at + 1, at + 4)) {
    const [line] = next.lines as readonly [Line];
    if (line.page > page + 1) return false;
    if (line.page === page && line.column < column) return false;
    if (line.size > 1.04 * size && line.size >= LARGER * body) return false;
    if (line.size >= LARGER * body || line.bold) continue;
    return line.cells > 1 || next.text.length >= TEXT || line.page > page;
  }
  return false;
}

/** Without the lines of a cover, of which only the largest names the document. */
function withoutCover(found: readonly Group[], groups: readonly Group[], body: number): readonly Group[] {
  const size = (group: Group): number => (group.lines[0] as Line).size;
  const page = (group: Group): number => (group.lines[0] as Line).page;
  const first = found[0] === undefined ? 0 : page(found[0]);
  const on = groups.filter((group) => page(group) === first);
  const text = on.filter((group) => size(group) < LARGER * body).reduce((sum, group) => sum + group.text.length, 0);
  if (text >= COVER || on.every((group) => size(group) < LARGER * body)) return found;
  const title = on.reduce((a, b) => (size(b) > size(a) ? b : a));
  return found.filter((group) => page(group) !== first || group.lines === title.lines);
}

/** Without what stands on many pages in the same words: "Note", "Example", and running heads that were taken for none. */
function withoutRepeated(found: readonly Group[]): readonly Group[] {
  const alike = Map.groupBy(found, ({ text }) => text);
  return found.filter(({ text }) => (alike.get(text)?.length ?? 0) <= Math.max(3, 0.03 * found.length));
}

function withLevels(titles: readonly Group[], hyphens: HyphenRule): readonly TypeHeading[] {
  const kinds: Line[] = [];
  for (const { lines } of titles) {
    const [line] = lines as readonly [Line];
    if (!kinds.some((kind) => sameType(kind, line))) kinds.push(line);
  }
  kinds.sort((a, b) =>
    Math.abs(a.size - b.size) <= 0.04 * a.size ? Number(b.bold) - Number(a.bold) : b.size - a.size,
  );
  const path: { title: string; level: number }[] = [];
  return titles.map(({ first, lines, text }) => {
    const [line] = lines as readonly [Line];
    const level = Math.min(6, 1 + kinds.findIndex((kind) => sameType(kind, line)));
    const title = text.trim().replaceAll(/(?<=\p{Ll})- (?=\p{Ll})|\s+/gu, (gap, at: number, all: string) => {
      const join = gap === "- " ? hyphens(all.slice(0, at + 1), all.slice(at + 2)) : null;
      return join === null ? gap.replace(/\s+/u, " ") : join === "keep" ? "-" : "";
    });
    while (path.length > 0 && (path[path.length - 1] as { level: number }).level >= level) path.pop();
    path.push({ title, level });
    const breadcrumb = path.map((one) => one.title);
    return { line: first, entry: { title, breadcrumb, level, page: line.page, y: line.y, x: line.x } };
  });
}
