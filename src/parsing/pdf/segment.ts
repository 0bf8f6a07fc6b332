/** Fragments that follow each other on one baseline with no wide gap: a line of a column, or a cell of a table. */
export interface Segment {
  readonly text: string;
  readonly x: number;
  readonly right: number;
  readonly y: number;
  /** Size of most of its characters, points. */
  readonly size: number;
  readonly mono: boolean;
  readonly bold: boolean;
  /** Runs from right to left; on a mirrored page, against its direction. */
  readonly rtl: boolean;
  /** A gap before it that is too small for a space is none: it may be a piece of a word. */
  readonly tight: boolean;
  /** Gaps inside it, three numbers each, since a manual has a million: where in the text, and from where to where on the page. */
  readonly gaps: readonly number[];
  /** Place in the order of drawing. */
  readonly order: number;
}

/** Gap, in font sizes, from which two fragments are two words, when no space was drawn. */
export const WORD_GAP = 0.18;
/** Gap, in font sizes, from which two fragments are two cells or columns. */
const CELL_GAP = 1.6;

/** Times the size of the text beside it that an initial has at least. */
const TIMES = 1.7;
/** A letter that may begin a text, over several of its lines. */
const INITIAL = /^["“„«'‘(]?\p{Lu}$/u;
/** Whether a piece of text is a letter over several lines, beside the text that goes on with it. */
const isInitial = (
  { text, size, y }: Pick<Segment, "text" | "size" | "y">,
  next: Pick<Segment, "size" | "y">,
): boolean => size >= TIMES * next.size && y - next.y > 0.25 * size && INITIAL.test(text.trim());

/** Joins fragments into segments, in the order of drawing. Cost: linear. */
export function joinSegments(fragments: readonly Fragment[]): Segment[] {
  const segments: Segment[] = [];
  let open: Fragment[] = [];
  const close = () => {
    if (open.length > 0) segments.push(makeSegment(open, segments.length));
    open = [];
  };
  for (const fragment of fragments) {
    const last = open[open.length - 1];
    if (last !== undefined && !continues(open, last, fragment)) close();
    if (last !== undefined && open.length > 0 && isOverprint(last, fragment)) continue;
    open.push(fragment);
  }
  close();
  return segments;
}

function continues(open: readonly Fragment[], last: Fragment, next: Fragment): boolean {
  // Right-to-left runs arrive in visual order of their own; the row sorts them.
  if (last.rtl || next.rtl) return false;
  if (isInitial(last, next)) return false;
  const base = open.reduce((largest, fragment) => (fragment.size > largest.size ? fragment : largest));
  const size = Math.max(base.size, next.size);
  // Half a size also takes in raised and lowered marks.
  if (Math.abs(next.y - base.y) > 0.5 * size) return false;
  const gap = next.x - (last.x + last.width);
  return isOverprint(last, next) || (gap > -0.5 * size && gap < CELL_GAP * size);
}

/** The same characters drawn twice, a fraction beside themselves, to look bold. */
const isOverprint = (last: Fragment, next: Fragment): boolean =>
  last.text === next.text &&
  Math.abs(last.x - next.x) < 0.15 * next.size &&
  Math.abs(last.y - next.y) < 0.15 * next.size &&
  last.text.trim().length > 1;

function makeSegment(fragments: readonly Fragment[], order: number): Segment {
  let text = "";
  let right = Number.NEGATIVE_INFINITY;
  const gaps: number[] = [];
  let mono = 0;
  let bold = 0;
  let largest = fragments[0] as Fragment;
  const bySize = new Map<number, number>();
  for (const fragment of fragments) {
    if (text !== "") {
      const gap = fragment.x - right;
      if (!/\s$/u.test(text) && !/^\s/u.test(fragment.text) && (fragment.spaced || gap > WORD_GAP * fragment.size)) {
        text += fragment.mono ? " ".repeat(Math.max(1, Math.round(gap / (0.6 * fragment.size)))) : " ";
      }
      if (gap > WORD_GAP * fragment.size) gaps.push(text.length, right, fragment.x);
    }
    text += fragment.text;
    right = Math.max(right, fragment.x + fragment.width);
    if (fragment.mono) mono += fragment.text.length;
    if (fragment.bold) bold += fragment.text.length;
    if (fragment.size > largest.size) largest = fragment;
    bySize.set(fragment.size, (bySize.get(fragment.size) ?? 0) + fragment.text.length);
  }
  const [[size]] = [...bySize].sort(([a, m], [b, n]) => n - m || b - a) as [[number, number]];
  const first = fragments[0] as Fragment;
  return {
    text: text.trim(),
    x: first.x,
    right,
    y: largest.y,
    size,
    mono: mono > 0.8 * text.length,
    bold: bold > 0.8 * text.replaceAll(" ", "").length,
    rtl: first.rtl,
    tight: false,
    gaps,
    order,
  };
}

/**
 * A run of characters as the page draws it, in the page's reading frame: x (the left end of its baseline) to the right, y down, in points,
 * after the page's rotation (and the text's own, for a table printed sideways) is undone.
 */
export interface Fragment extends Pick<Segment, "text" | "x" | "y" | "size" | "mono" | "bold" | "rtl"> {
  readonly width: number;
  /** White space was drawn before it. */
  readonly spaced: boolean;
}

/** Fragments that share one direction of writing, in the order in which they are drawn. */
export interface Frame {
  /** 0 for upright text. */
  readonly angle: number;
  readonly fragments: readonly Fragment[];
}

/** Initials that are words of their own, too. */
const WORD = /[AIOÀÓ]$/u;

/**
 * Joins initials with the words that they begin: "T", over three lines, and "he" are "The". The lines beside an initial then begin where it
 * does, so that they stay one paragraph with those below.
 * @param segments of a page, in the order of drawing
 * Cost: initials × segments.
 */
export function joinInitials(segments: readonly Segment[]): Segment[] {
  let joined = [...segments];
  for (const initial of segments.filter(({ text }) => INITIAL.test(text))) {
    const beside = joined.filter((segment) => segment !== initial && isBeside(initial, segment));
    const first = beside.reduce<Segment | null>(
      (top, segment) => (top === null || segment.y < top.y ? segment : top),
      null,
    );
    if (first === null || !isInitial(initial, first) || !/^\p{L}/u.test(first.text)) continue;
    const left = new Set(beside.filter(({ x, size }) => x - first.x < size));
    joined = joined
      .filter((segment) => segment !== initial)
      .map((segment) => {
        if (!left.has(segment)) return segment;
        const text =
          segment === first
            ? initial.text + (isOwnWord(initial, first, segments) ? " " : "") + first.text
            : segment.text;
        return { ...segment, text, x: initial.x };
      });
  }
  return joined;
}

/** Right of the initial, at most its size away, and as high as it. */
function isBeside(initial: Segment, { x, y, size }: Segment): boolean {
  const gap = x - initial.right;
  return gap > -0.3 * size && gap < initial.size && y > initial.y - initial.size && y <= initial.y + 0.3 * size;
}

/** Whether the initial is a word: what follows stands elsewhere as it is, and not behind that letter. */
function isOwnWord(initial: Segment, { text }: Segment, segments: readonly Segment[]): boolean {
  if (!WORD.test(initial.text)) return false;
  const word = /^[\p{L}\p{N}]+/u.exec(text)?.[0] ?? "";
  const words = segments.flatMap((segment) => segment.text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? []);
  const count = (wanted: string): number => words.filter((one) => one === wanted.toLowerCase()).length;
  return count(word) - 1 > count(initial.text.slice(-1) + word);
}

/** Whether most of a page's characters run from right to left. */
export const runsLeft = (segments: readonly Segment[]): boolean =>
  segments.reduce((more, { rtl, text }) => more + (rtl ? text.length : -text.length), 0) > 0;

/**
 * A page that runs from right to left as if it were held to a mirror, its text still in the order of reading: columns, cells, indents and the ends
 * of lines are then where those of other pages are. `rtl` then marks what runs against the page's direction.
 *
 * Numbers come with the marks beside them as they look (".17:00"), and are given in the order in which they are read ("17:00.").
 */
export const mirror = (segments: readonly Segment[]): Segment[] =>
  segments.map((segment) => ({
    ...segment,
    x: -segment.right,
    right: -segment.x,
    rtl: !segment.rtl,
    tight: true,
    text: segment.rtl ? segment.text : asRead(segment.text),
  }));

function asRead(text: string): string {
  if (/\p{L}/u.test(text)) return text;
  return text.replace(/^([.,:;!?)\]}»]+)(?=.*\p{N})(.*)$/u, "$2$1").replace(/^(.*\p{N}.*?)([([{«]+)$/u, "$2$1");
}
