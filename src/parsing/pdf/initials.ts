import { INITIAL, isInitial, type Segment } from "./segment.ts";

/** Initials that are words of their own, too. */
const WORD = /[AIOÀÓ]$/u;

/**
 * Joins initials with the words that they begin: "T", over three lines, and "he" are "The". The lines beside an initial then begin where it
 * does, so that they stay one paragraph with those below.
 *
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
