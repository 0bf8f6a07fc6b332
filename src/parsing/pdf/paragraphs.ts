import { type Line, MARKER } from "./line.ts";

/** What stands between a line and the one before it. */
type Joint = "flow" | "line" | "paragraph";

/** Consecutive lines of one kind, as they will be joined. */
export interface Paragraph {
  readonly kind: "prose" | "code" | "item" | "rows";
  readonly lines: readonly Line[];
  /** Before each line but the first: flows on, or starts a line of its own. */
  readonly joints: readonly ("flow" | "line")[];
}

/** Sideways difference, in font sizes, that is an indent and not an accident. */
const INDENT = 0.7;

/**
 * Groups the lines of a document into paragraphs. Two lines belong together when they stand on one page and column,
 * in one size and kind of type, no further apart than lines usually are, and no indent, list marker or table says
 * otherwise. Inside a paragraph a line flows into the next unless the next one's first word would still have fitted,
 * which means that the break was wanted.
 * @param starts indices of lines that begin something (an outline's entry), and so begin a paragraph
 */
export function findParagraphs(lines: readonly Line[], starts: ReadonlySet<number>): Paragraph[] {
  const leading = usualLeading(lines);
  const edges = rightEdges(lines);
  const paragraphs: Paragraph[] = [];
  let open: Line[] = [];
  let joints: ("flow" | "line")[] = [];
  const close = () => {
    if (open.length > 0) paragraphs.push({ kind: kindOf(open), lines: open, joints });
    open = [];
    joints = [];
  };
  for (const [i, line] of lines.entries()) {
    const joint =
      open.length === 0 || starts.has(i)
        ? "paragraph"
        : jointBetween(open, line, { leading: leading(line), edge: edges(line) });
    if (joint === "paragraph") close();
    else joints.push(joint);
    open.push(line);
  }
  close();
  return paragraphs;
}

function jointBetween(
  open: readonly Line[],
  next: Line,
  { leading, edge }: { readonly leading: number; readonly edge: number },
): Joint {
  const last = open[open.length - 1] as Line;
  const first = open[0] as Line;
  if (last.page !== next.page || last.column !== next.column) return "paragraph";
  if (Math.abs(last.size - next.size) > 0.12 * Math.max(last.size, next.size)) return "paragraph";
  const distance = next.y - last.y;
  if (distance <= 0 || distance > 1.3 * leading + 0.5) return "paragraph";
  const code = open.every((line) => line.mono);
  if (code) return next.mono ? "line" : "paragraph";
  // A line of nothing but a long name in monospaced type, inside prose, flows; any other starts code.
  if (next.mono && (Math.abs(next.x - last.x) > INDENT * next.size || !isFull(last, next, edge))) return "paragraph";
  if (
    startsItem(next) &&
    (startsItem(first) || Math.abs(next.x - last.x) > INDENT * next.size || !isFull(last, next, edge))
  )
    return "paragraph";
  if (next.cells > 1 || last.cells > 1) return next.cells > 1 === last.cells > 1 ? "line" : "paragraph";
  // A broken word goes on, whatever the ends of its lines look like.
  if (/\p{Ll}[-‐\u00AD]$/u.test(last.text) && /^\p{Ll}/u.test(next.text)) return "flow";
  const shift = (next.x - last.x) / next.size;
  const centred = Math.abs(next.x + next.right - last.x - last.right) < next.size && Math.abs(shift) > INDENT;
  if (Math.abs(shift) > INDENT && !centred && !mayShift(open, shift)) return "paragraph";
  if (isFull(last, next, edge)) return centred ? "line" : "flow";
  return /[.!?:。！？：]["'”’)\]]*$/u.test(last.text) ? "paragraph" : "line";
}

/** Only the second line of a paragraph may be shifted: left after a first line's indent, right after a list's marker. */
function mayShift(open: readonly Line[], shift: number): boolean {
  if (open.length > 1) return false;
  return shift < 0 ? shift > -4.5 && !startsItem(open[0] as Line) : shift < 6 && startsItem(open[0] as Line);
}

/** Whether the next line's first word would not have fitted behind this line. */
function isFull(last: Line, next: Line, edge: number): boolean {
  // A line of a table of contents ends at the edge and is complete.
  if (/…\s*[\divxlc]+$/iu.test(last.text)) return false;
  const word = /^(?:[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]|\S+)/u.exec(next.text)?.[0] ?? "";
  const width = ((next.right - next.x) * word.length) / Math.max(1, next.text.length);
  return last.right + width + 0.25 * next.size > edge - 0.6 * next.size;
}

function startsItem(line: Line): boolean {
  const space = line.text.search(/\s/u);
  return space > 0 && MARKER.test(line.text.slice(0, space));
}

function kindOf(lines: readonly Line[]): Paragraph["kind"] {
  const first = lines[0] as Line;
  if (lines.every((line) => line.mono)) return "code";
  if (startsItem(first)) return "item";
  return lines.every((line) => line.cells > 1) ? "rows" : "prose";
}

/** The most frequent distance of two lines of a size, points; 1.25 sizes where there is none. */
function usualLeading(lines: readonly Line[]): (line: Line) => number {
  const sizeOf = (line: Line): number => Math.round(line.size);
  const distances = lines.flatMap((line, i) => {
    const last = lines[i - 1];
    if (last?.page !== line.page || last.column !== line.column || sizeOf(last) !== sizeOf(line)) return [];
    const distance = Math.round((line.y - last.y) * 2) / 2;
    return distance <= 0 || distance > 2.6 * line.size ? [] : [{ size: sizeOf(line), distance }];
  });
  const usual = new Map<number, number>();
  for (const [size, of] of Map.groupBy(distances, (one) => one.size)) {
    const counts = [...Map.groupBy(of, ({ distance }) => distance)];
    const [first] = counts.sort(([a, m], [b, n]) => n.length - m.length || a - b);
    if (first !== undefined && first[1].length >= 3) usual.set(size, first[0]);
  }
  return (line) => usual.get(sizeOf(line)) ?? 1.25 * line.size;
}

/** Share of a column's width that its lines reach at least where a few stick out; rows of a table end sooner. */
const NEARLY = 0.8;

/**
 * The right edge of each column of a page: the furthest right where a third of its lines end, since a few may stick out; else the furthest that two reach,
 * or the furthest of fewer lines.
 */
function rightEdges(lines: readonly Line[]): (line: Line) => number {
  const key = (line: Line) => `${line.page}:${line.column}`;
  const edges = new Map(
    [...Map.groupBy(lines, key)].map(([column, of]) => {
      const ends = of.map(({ right }) => right).sort((a, b) => b - a);
      const least = Math.min(...of.map(({ x }) => x));
      const third = Math.max(2, Math.ceil(ends.length / 3));
      const shared = ends.find(
        (end, i) => end - least > NEARLY * ((ends[0] ?? 0) - least) && end - (ends[i + third] ?? 0) < 1,
      );
      return [column, shared ?? ends[of.length > 4 ? 1 : 0] ?? 0];
    }),
  );
  return (line) => edges.get(key(line)) as number;
}
