import type { Row } from "./line.ts";
import type { Segment } from "./segment.ts";

/** Gap, in font sizes, that stands between cells where columns begin behind it. */
const NARROW = 0.5;
/** Gap, in font sizes, that is one of a table by itself. */
const WIDE = 1.6;
/** Sideways difference, in font sizes, of cells that stand under each other. */
const ALIGNED = 0.6;
/** Distance, in font sizes, of two rows of a table at most. */
const FARTHEST = 4;
const LEADERS = /(?:\s*\.){5}/u;

interface Column {
  readonly x: number;
  readonly right: number;
}

/**
 * Gives the rows of tables the columns of their cells, as the fullest rows have them: a cell that reaches over columns
 * takes the first of them, and those behind it keep theirs. A cell over several rows that is drawn between two of them
 * joins the upper one. Rows that are in no table, or fill every column, stay as they are.
 * Cost: linear in the rows, times the columns.
 */
export function placeCells(rows: readonly Row[]): Row[] {
  const placed = joinTall(rows);
  for (let from = 0; from < placed.length;) {
    let end = from;
    while (end < placed.length && isCells(placed[end] as Row) && (end === from || isNear(placed, end))) end++;
    const columns = columnsOf(placed.slice(from, end));
    if (columns !== null) {
      for (let at = from; at < end; at++) placed[at] = place(placed[at] as Row, columns);
      const head = placed[from - 1];
      if (head?.segments.length === 1 && isNear(placed, from)) {
        const whole = place(head, columns);
        if (whole.segments.length === columns.length) placed[from - 1] = whole;
      }
    }
    from = Math.max(end, from + 1);
  }
  return placed;
}

/** With each cell that stands alone between two rows, over whose other cells it isn't, in the upper row. */
function joinTall(rows: readonly Row[]): Row[] {
  const joined: Row[] = [];
  for (const [i, row] of rows.entries()) {
    const above = joined[joined.length - 1];
    const below = rows[i + 1];
    const [cell] = row.segments as readonly [Segment];
    if (
      above === undefined ||
      below === undefined ||
      row.segments.length > 1 ||
      !isCells(above) ||
      !isCells(below) ||
      above.segments.length !== below.segments.length ||
      below.y - above.y > FARTHEST * row.size ||
      Math.abs(2 * row.y - above.y - below.y) > row.size ||
      [...above.segments, ...below.segments].some((segment) => overlap(segment, cell)) ||
      !above.segments.every((segment, k) => isAligned([segment, below.segments[k] as Segment], row.size))
    )
      joined.push(row);
    else joined[joined.length - 1] = { ...above, segments: [...above.segments, cell].sort((a, b) => a.x - b.x) };
  }
  return joined;
}

function isNear(rows: readonly Row[], at: number): boolean {
  const [above, row] = [rows[at - 1] as Row, rows[at] as Row];
  return row.y - above.y <= FARTHEST * row.size && Math.abs(row.size - above.size) <= 0.12 * row.size;
}

const isCells = ({ segments }: Row): boolean =>
  segments.some(
    (segment, i) => segment.x - (segments[i - 1]?.right ?? Number.POSITIVE_INFINITY) > WIDE * segment.size,
  ) && segments.every(({ mono, rtl, tight, text }) => !mono && !rtl && !tight && !LEADERS.test(text));

/** The columns of at least three rows, when one fills at least three of them and others have cells under each; else null. */
function columnsOf(rows: readonly Row[]): readonly Column[] | null {
  const most = rows.reduce((count, { segments }) => Math.max(count, segments.length), 0);
  const full = rows.filter(({ segments }) => segments.length === most);
  if (rows.length < 3 || most < 3) return null;
  const columns: Column[] = [];
  for (let at = 0; at < most; at++) {
    const cells = full.map(({ segments }) => segments[at] as Segment);
    const column = { x: Math.min(...cells.map(({ x }) => x)), right: Math.max(...cells.map(({ right }) => right)) };
    if (column.x <= (columns[at - 1]?.right ?? Number.NEGATIVE_INFINITY)) return null;
    if (!isAligned(cells, (full[0] as Row).size)) return null;
    columns.push(column);
  }
  return full.length > 1 || columns.every((column) => isShared(column, columns, rows)) ? columns : null;
}

/** Whether a column that one row has is met by a cell of another row, which is in no other column. */
const isShared = (column: Column, columns: readonly Column[], rows: readonly Row[]): boolean =>
  rows.some(
    ({ segments, size }) =>
      segments.length < columns.length &&
      segments.some(
        (cell) =>
          isAligned([column, cell], size) && columns.every((other) => other === column || !overlap(other, cell)),
      ),
  );

const overlap = (a: Column, b: Column): boolean => a.x < b.right && b.x < a.right;

/** Whether cells stand under each other by their left ends, their right ends or their middles. */
function isAligned(cells: readonly Column[], size: number): boolean {
  const spread = (of: (cell: Column) => number) => Math.max(...cells.map(of)) - Math.min(...cells.map(of));
  const most = ALIGNED * size;
  return (
    spread(({ x }) => x) <= most || spread(({ right }) => right) <= most || spread((c) => (c.x + c.right) / 2) <= most
  );
}

/** The row with the column of each of its cells; as it is where they stand in none, or two in one. */
function place(row: Row, columns: readonly Column[]): Row {
  if (row.segments.length === columns.length) return row;
  const segments = row.segments.flatMap((segment) => splitAt(segment, columns));
  const firsts: number[] = [];
  let taken = -1;
  for (const { x, right } of segments) {
    const found = columns.findIndex((column) => column.right > x);
    const first = found === -1 ? columns.length - 1 : found;
    // One that stands between two columns reaches over both.
    const start = (columns[first] as Column).x >= right && first - 1 > taken ? first - 1 : first;
    if (start <= taken) return row;
    taken = Math.max(
      start,
      columns.findLastIndex((column) => column.x < right),
    );
    firsts.push(start);
  }
  return { ...row, segments, columns: firsts };
}

/** The pieces of a segment that stand in columns of their own, a gap between them. */
function splitAt(segment: Segment, columns: readonly Column[]): readonly Segment[] {
  const pieces: Segment[] = [];
  let rest = segment;
  let cut = 0;
  for (let i = 0; i < segment.gaps.length; i += 3) {
    const [at, x, right] = segment.gaps.slice(i, i + 3) as [number, number, number];
    const next = columns.findIndex((column) => column.x < segment.right && column.right > right);
    const before = columns.findLastIndex((column) => column.x < x);
    if (right - x < NARROW * segment.size || before === -1 || next <= before) continue;
    pieces.push({ ...rest, text: segment.text.slice(cut, at).trim(), right: x, gaps: [] });
    rest = { ...rest, text: segment.text.slice(at).trim(), x: right, gaps: [] };
    cut = at;
  }
  return [...pieces, rest];
}
