import { groupRows, type Line, makeLine, median, type Row } from "./line.ts";
import type { Segment } from "./segment.ts";
import { placeCells } from "./table-columns.ts";

/** Width, in font sizes, that columns of prose have at least. */
const PROSE = 10;
/** Least segments on each side of a gutter. */
const MIN_SEGMENTS = 4;

/**
 * The lines of a page in reading order. A page is cut at a vertical gutter when both sides hold columns of text:
 * either they were drawn one after the other (tables are drawn row by row), or both are wide enough for prose.
 * What crosses the gutter (a title, a wide figure, a table over both) ends the columns above it and starts new ones below; so does a heading
 * at the left that was drawn behind the right column above it. Below each other may stand columns of several numbers and widths.
 * @param page 0-based
 * @param known where columns of prose began on earlier pages; those of this page are added. A column of a few lines may begin there too
 * Cost: at most 64 candidate gutters × segments, three levels deep.
 */
export function readingOrder(segments: readonly Segment[], page: number, known = new Set<number>()): Line[] {
  const lines: Line[] = [];
  for (const [column, rows] of columnsOf(placed(segments), 0, known).entries()) {
    for (const row of placeCells(rows)) lines.push(makeLine(row, page, column));
  }
  return lines;
}

function columnsOf(segments: readonly Placed[], depth: number, known: Set<number>): Row[][] {
  const whole = findGutter(segments, depth, known);
  if (whole?.inTurn === true && isProse(segments, whole) && isFilled(segments, whole)) known.add(Math.round(whole.at));
  const bands: { readonly gutter: Gutter | null; readonly segments: Placed[] }[] = [];
  for (const block of blocksOf(segments)) {
    const isMost = block.length > (whole === null ? segments.length - 1 : 0.9 * segments.length);
    const own = isMost ? null : (gutterOfFew(block) ?? findGutter(block, depth, known));
    const isOther =
      own !== null && Math.abs(own.at - (whole?.at ?? Infinity)) >= 1 && (own.isOfFew || isProse(block, own));
    const gutter = isOther ? own : whole;
    const band = bands[bands.length - 1];
    if (band === undefined || band.gutter !== gutter || turnsBack(band.segments, block, gutter))
      bands.push({ gutter, segments: [...block] });
    else band.segments.push(...block);
  }
  return bands.flatMap((band) =>
    band.gutter === null
      ? [groupRows(band.segments)]
      : columnsBeside(band.segments, band.gutter, (column) => columnsOf(column, depth + 1, known)),
  );
}

/** Whether drawing goes on at the left below a right column, on a page that isn't drawn row by row. */
function turnsBack(above: readonly Placed[], below: readonly Placed[], gutter: Gutter | null): boolean {
  if (gutter?.inTurn !== true) return false;
  return side(above.at(-1) as Placed, gutter) === 1 && side(below[0] as Placed, gutter) === -1;
}

/** Whether columns of prose stand on both sides, and no cells, formulas or short lists. */
function isProse(segments: readonly Placed[], gutter: Gutter, least = COLUMN): boolean {
  return [-1, 1].every((direction) => {
    const beside = segments.filter((segment) => side(segment, gutter) === direction);
    return beside.length >= least && medianWidth(beside) >= PROSE * median(beside.map(({ size }) => size));
  });
}

/** Whether most lines left of a gutter end at it, as in a column of prose, and not in a list of names. */
function isFilled(segments: readonly Placed[], gutter: Gutter): boolean {
  const left = segments.filter((segment) => side(segment, gutter) === -1);
  return medianWidth(left) > 0.8 * (gutter.at - Math.min(...left.map(({ x }) => x)));
}

/** Parts of a page that were drawn one after the other, each below all that was drawn before it: lines, or columns side by side. */
function blocksOf(segments: readonly Placed[]): (readonly Placed[])[] {
  const topmost: number[] = [];
  for (let i = segments.length - 1; i >= 0; i--)
    topmost[i] = Math.min((segments[i] as Placed).row, topmost[i + 1] ?? Number.POSITIVE_INFINITY);
  const blocks: (readonly Placed[])[] = [];
  let [start, lowest] = [0, -1];
  for (const [i, { row }] of segments.entries()) {
    lowest = Math.max(lowest, row);
    if (lowest < (topmost[i + 1] ?? Number.POSITIVE_INFINITY)) blocks.push(segments.slice(start, (start = i + 1)));
  }
  return blocks;
}

function columnsBeside(
  segments: readonly Placed[],
  gutter: Gutter,
  columnsWithin: (column: readonly Placed[]) => Row[][],
): Row[][] {
  const long = tooLong(segments, gutter);
  const sideOf = (segment: Placed): number => (long.has(segment) ? -1 : side(segment, gutter));
  const crossing = groupRows(segments.filter((segment) => sideOf(segment) === 0));
  const columns: Row[][] = [];
  let above = Number.NEGATIVE_INFINITY;
  let spanning: Row[] | null = null;
  for (const row of [...crossing, null]) {
    const below = row === null ? Number.POSITIVE_INFINITY : row.y;
    const band = segments.filter((segment) => sideOf(segment) !== 0 && segment.y > above && segment.y <= below);
    for (const direction of [-1, 1]) {
      const column = band.filter((segment) => sideOf(segment) === direction);
      if (column.length > 0) columns.push(...columnsWithin(column));
    }
    if (row === null) break;
    if (spanning === null || band.length > 0) columns.push((spanning = []));
    spanning.push(row);
    above = row.y;
  }
  return columns;
}

/** Heights, in font sizes: from a line to one too long below it, and to the next one below what is too wide, at most; and how much larger it may be. */
const [CLOSE, TALL, ALIKE] = [3, 10, 1.1];

/**
 * What is of the left column and reaches over the gutter, as lines of code, long addresses, and formulas and tables that are too wide do: it was drawn
 * right behind a line of that column close above, and before the next one below or the right column.
 */
function tooLong(segments: readonly Placed[], gutter: Gutter): ReadonlySet<Placed> {
  const found = new Set<Placed>();
  const end = Math.max(...segments.map(({ right }) => right));
  let next = segments.length;
  for (const [i, above] of [...segments.entries()].reverse()) {
    if (!gutter.inTurn || side(above, gutter) !== -1) continue;
    const [run, below] = [segments.slice(i + 1, next), segments[next]];
    next = i;
    const isInside = ({ y }: Placed): boolean => y > above.y - above.size && y < (below?.y ?? 0);
    const isWhole = below !== undefined && below.y - above.y < TALL * above.size && run.every(isInside);
    const isNext = (one: Placed, { y, size }: Placed): boolean =>
      one.y > y &&
      one.y - y < CLOSE * size &&
      one.size < ALIKE * size &&
      one.right < end - size &&
      one.x > above.x - size;
    const stop = run.findIndex((one, k) => side(one, gutter) !== 0 || !isNext(one, run[k - 1] ?? above));
    const long = isWhole && run.some((one) => side(one, gutter) === 0 && one.x < gutter.at) ? run.length : stop;
    for (const one of run.slice(0, long < 0 ? run.length : long)) found.add(one);
  }
  return found;
}

/**
 * How far, in font sizes, a line of the left column may stick out over the gutter and still be one of it: TeX sets
 * some too wide.
 */
const STICKS_OUT = 1.5;
/** Lines of a column that may stick out, and their share of many, or of two columns drawn one after the other; where more do there is no gutter. */
const [FEW, FEW_OF_MANY, OF_DRAWN] = [2, 0.05, 0.5];
/** Lines of each of two columns from which on it is no chance that one was drawn after the other. */
const COLUMN = 10;
/** Greatest width, in font sizes, of what stands in the middle under both columns: the number of a page. */
const NARROW = 6;

/** Where the right column begins, whether a few lines of the left one stick out into the gutter, and what is of rows drawn over both. */
interface Gutter {
  readonly at: number;
  readonly ragged: boolean;
  readonly across: ReadonlySet<Placed>;
  /** Columns were drawn one after the other, be it several times below each other. */
  readonly inTurn: boolean;
  /** Share of the characters that cross it or stick out into it. */
  readonly crossed: number;
  /** A side has few lines: it was known from other pages, or both begin on one line and were drawn one after the other. */
  readonly isOfFew: boolean;
}

/**
 * −1 left of the gutter, 1 right of it, 0 across it; where a few lines stick out also 0 for what is alone in its row,
 * in the middle of the gutter.
 */
function side(segment: Placed, { at, ragged, across }: Gutter): -1 | 0 | 1 {
  const { x, right, size, alone } = segment;
  if (across.has(segment)) return 0;
  if (x >= at - 0.5) return 1;
  if (!ragged) return right <= at ? -1 : 0;
  if (right - x >= NARROW * size) return right <= at + STICKS_OUT * size ? -1 : 0;
  return right <= at && !(alone && x + right > 2 * (at - 2.5 * size)) ? -1 : 0;
}

/** A segment, its row, and whether that holds no other, and it doesn't end where lines of a column do, as the number of a formula does. */
interface Placed extends Segment {
  readonly row: number;
  readonly alone: boolean;
}

function placed(segments: readonly Segment[]): Placed[] {
  const ends = Map.groupBy(segments, ({ right }) => Math.round(right));
  const isEnd = ({ right }: Segment): boolean => (ends.get(Math.round(right)) as Segment[]).length > MIN_SEGMENTS;
  return groupRows(segments)
    .flatMap(({ segments: row }, i) =>
      row.map((segment) => ({ ...segment, row: i, alone: row.length === 1 && !isEnd(segment) })),
    )
    .sort((a, b) => a.order - b.order);
}

/**
 * What was drawn row by row over both columns, as a wide table is, where most of a page wasn't: pieces of one row, drawn one after the other, on
 * more than one side.
 */
function drawnAcross(segments: readonly Placed[], gutter: Gutter): ReadonlySet<Placed> {
  const across = new Set<Placed>();
  let [start, characters] = [0, 0];
  for (const [i, segment] of segments.entries()) {
    if (segments[i + 1]?.row === segment.row) continue;
    const run = segments.slice(start, (start = i + 1));
    if (run.every((one) => side(one, gutter) === side(run[0] as Placed, gutter))) continue;
    for (const one of run) across.add(one);
    characters += charactersOf(run);
  }
  return characters > 0.5 * charactersOf(segments) ? new Set() : across;
}

function findGutter(segments: readonly Placed[], depth: number, known: ReadonlySet<number>): Gutter | null {
  if (depth >= 3) return null;
  const left = Math.min(...segments.map((segment) => segment.x));
  const right = Math.max(...segments.map((segment) => segment.right));
  const candidates = new Map<number, number>();
  for (const { x } of segments) {
    const rounded = Math.round(x);
    if (x > left + 0.2 * (right - left) && x < left + 0.8 * (right - left))
      candidates.set(rounded, Math.min(x, candidates.get(rounded) ?? x));
  }
  const bestOf = (places: readonly number[], isOfFew: boolean): Gutter | null => {
    let best: Gutter | null = null;
    for (const at of places) {
      for (const ragged of [true, false]) {
        const tried = { ...NO_GUTTER, at, ragged, isOfFew };
        const gutter = rateGutter(segments, { ...tried, across: drawnAcross(segments, tried) }, right - left);
        if (gutter === null) continue;
        if (best === null || gutter.crossed < best.crossed) best = gutter;
        break;
      }
    }
    return best;
  };
  const places = [...candidates.values()].sort((a, b) => a - b).slice(0, 64);
  return bestOf(places, false) ?? bestOf([...known].slice(0, 64), true) ?? gutterOfFew(segments);
}

const NO_GUTTER: Gutter = { at: 0, ragged: false, across: new Set(), inTurn: true, crossed: 0, isOfFew: true };

/** The gutter between two blocks of prose of at least two lines, which begin on one line and were drawn one after the other. */
function gutterOfFew(segments: readonly Placed[]): Gutter | null {
  const second = segments.findIndex(({ row }, i) => row < (segments[i - 1]?.row ?? 0));
  const [left, right] = [segments.slice(0, second), segments.slice(second)];
  const at = Math.min(...right.map(({ x }) => x));
  if (second < 2 || left[0]?.row !== right[0]?.row || left.some((one) => one.mono || at - one.right < 0.5 * one.size))
    return null;
  const gutter = { ...NO_GUTTER, at };
  return isProse(segments, gutter, 2) ? gutter : null;
}

/** The gutter as it is found to be; null when it is none. */
function rateGutter(segments: readonly Placed[], gutter: Gutter, width: number): Gutter | null {
  const where = segments.map((segment) => side(segment, gutter));
  const at = (direction: number): Segment[] => segments.filter((_, i) => where[i] === direction);
  const [left, crossing, right] = [at(-1), at(0), at(1)];
  const beside = where.filter((direction) => direction !== 0);
  const switches = beside.filter((direction, i) => i > 0 && direction !== beside[i - 1]).length;
  const least = Math.min(left.length, right.length);
  const all = charactersOf(segments);
  const { isOfFew } = gutter;
  if (least < (isOfFew ? 1 : MIN_SEGMENTS) || charactersOf(crossing) > 0.5 * all) return null;
  const [top, end] = range([...left, ...right]);
  if (isOfFew && (left.length < 2 || switches > 2 || crossing.some(({ y }) => y > top && y < end))) return null;
  if (!isOfFew && (segments.length < 3 * MIN_SEGMENTS || !overlap(left, right))) return null;
  const drawnInTurn = isOfFew || switches <= Math.max(1, 0.25 * least);
  const narrower = Math.min(medianWidth(left), medianWidth(right)) / width;
  if (!drawnInTurn && narrower <= 0.33) return null;
  // The gutter has to be free: nothing on the left reaches nearer than half a size, but for a few lines of prose. A
  // term that does so begins a line.
  if (gutter.ragged && narrower <= 0.2) return null;
  const size = median(left.map((segment) => segment.size));
  const near = left.filter(({ right }) => gutter.at - right < 0.5 * size);
  const share = switches <= 2 && least >= COLUMN && narrower > 0.33 ? OF_DRAWN : FEW_OF_MANY;
  if (near.length > (gutter.ragged ? Math.max(FEW, share * left.length) : 0)) return null;
  const crossed = (charactersOf(crossing) + charactersOf(near)) / all;
  return { ...gutter, inTurn: switches <= least, crossed };
}

const charactersOf = (segments: readonly Segment[]): number => segments.reduce((sum, { text }) => sum + text.length, 0);

/** Whether two columns stand beside each other over at least half of the shorter one's height. */
function overlap(a: readonly Segment[], b: readonly Segment[]): boolean {
  const [topA, endA] = range(a);
  const [topB, endB] = range(b);
  return Math.min(endA, endB) - Math.max(topA, topB) > 0.5 * Math.min(endA - topA, endB - topB);
}

function range(segments: readonly Segment[]): [number, number] {
  const ys = segments.map((segment) => segment.y);
  return [Math.min(...ys), Math.max(...ys)];
}

/** The width that segments with half of the characters have at least: many signs of formulas make no column narrow. */
function medianWidth(segments: readonly Segment[]): number {
  const widths = segments.map(({ x, right, text }) => ({ width: right - x, weight: text.length }));
  let half = widths.reduce((sum, { weight }) => sum + weight, 0) / 2;
  return widths.sort((a, b) => a.width - b.width).find(({ weight }) => (half -= weight) <= 0)?.width ?? 0;
}
