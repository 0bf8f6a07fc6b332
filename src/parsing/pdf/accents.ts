import type { Fragment } from "./segment.ts";

/** Accents that stand for themselves, as TeX draws them over letters, by what joins a letter. */
const COMBINING: ReadonlyMap<string, string> = new Map(
  "`\u0300 ´\u0301 ˆ\u0302 ˜\u0303 ¯\u0304 ˘\u0306 ˙\u0307 ¨\u0308 ˚\u030A ˝\u030B ˇ\u030C ¸\u0327 ˛\u0328"
    .split(" ")
    .map((pair) => [pair.charAt(0), pair.charAt(1)] as const),
);

export const isAccent = (character: string): boolean => COMBINING.has(character);

/**
 * A letter with an accent over or under it, as one character; null where the second is no accent, or there is no such
 * character.
 */
function accented(letter: string, accent: string): string | null {
  const mark = COMBINING.get(accent);
  if (mark === undefined) return null;
  // Letters without a dot are there to carry accents.
  const one = ((letter === "ı" ? "i" : letter === "ȷ" ? "j" : letter) + mark).normalize("NFC");
  return one.length === 1 ? one : null;
}

/** Minimum and maximum overlap, in font sizes, of a letter and the accent over it; less is a mark beside it. */
const [LEAST, MOST] = [0.2, 1];

/**
 * Joins accents with the letters that they are drawn over, as TeX and typewriters do: an accent, a step back, the
 * letter; or the letter first. Those that stand beside a letter stay what they are.
 * @param fragments in the order of drawing
 * Cost: linear.
 */
export function composeAccents(fragments: readonly Fragment[]): Fragment[] {
  const composed: Fragment[] = [];
  for (const next of fragments) {
    const last = composed[composed.length - 1];
    const over = last === undefined ? null : (accentFirst(last, next) ?? letterFirst(last, next));
    if (over === null) composed.push(next);
    else composed.splice(composed.length - 1, 1, ...over);
  }
  return composed;
}

function accentFirst(last: Fragment, next: Fragment): readonly Fragment[] | null {
  const accent = last.text.slice(-1);
  if (!isAccent(accent) || !overlap(last, next)) return null;
  const letter = accented(next.text.slice(0, 1), accent);
  if (letter === null) return null;
  const text = letter + next.text.slice(1);
  const before = last.text.slice(0, -1);
  if (before.trim() !== "")
    return [
      { ...last, text: before, width: next.x - last.x },
      { ...next, text, spaced: /\s$/u.test(before) },
    ];
  return [
    {
      ...next,
      text,
      spaced: last.spaced,
      x: Math.min(last.x, next.x),
      width: next.width + Math.max(0, next.x - last.x),
    },
  ];
}

function letterFirst(last: Fragment, next: Fragment): readonly Fragment[] | null {
  const [accent, rest] = [next.text.slice(0, 1), next.text.slice(1)];
  if (!isAccent(accent) || !overlap(last, next)) return null;
  const letter = accented(last.text.slice(-1), accent);
  if (letter === null) return null;
  return [
    {
      ...last,
      text: last.text.slice(0, -1) + letter + rest,
      width: Math.max(last.width, next.x + next.width - last.x),
    },
  ];
}

function overlap(last: Fragment, next: Fragment): boolean {
  const size = Math.max(last.size, next.size);
  const over = (last.x + last.width - next.x) / size;
  return Math.abs(last.y - next.y) < 0.5 * size && over > LEAST && over < MOST;
}
