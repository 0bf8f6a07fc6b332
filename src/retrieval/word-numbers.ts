import { fold } from "../text/fold.ts";

/**
 * A number of 32 bits for each folded word, in order (FNV-1a over its UTF-16 units). Words are what `split(/\s+/)` parts. Only words
 * that hold more than ASCII are folded as texts; such a fold may part a word, or leave nothing of it.
 *
 * Cost: 2 ns a character of ASCII.
 */
export function wordNumbers(text: string): Int32Array {
  const room = (text.length >> 1) + 1;
  let numbers: Int32Array = room > KEPT ? new Int32Array(room) : kept;
  let count = 0;
  const { length } = text;
  let start = 0;
  let hash = FNV_BASIS;
  for (let i = 0; i <= length; i++) {
    // Beyond the end stands a space.
    const unit = i < length ? text.charCodeAt(i) : SPACE;
    const folded = unit < 128 ? (FOLDED[unit] as number) : unit;
    if (folded === 0 || (unit > 127 && isSpace(unit))) {
      if (i > start) {
        if (count === numbers.length) numbers = larger(numbers);
        numbers[count++] = hash;
      }
      start = i + 1;
      hash = FNV_BASIS;
    } else if (unit > 127) {
      const end = wordEnd(text, i);
      for (const word of fold(text.slice(start, end)).split(/\s+/)) {
        // A fold may be longer than what it was made from.
        if (count === numbers.length) numbers = larger(numbers);
        if (word !== "") numbers[count++] = numberOf(word);
      }
      i = end;
      start = end + 1;
      hash = FNV_BASIS;
    } else hash = Math.imul(hash ^ folded, FNV_PRIME);
  }
  // A copy: without the room that was not needed, since it may be kept, and since the room is used again.
  return numbers.slice(0, count);
}

/** Room for a text of 8,000 characters, used again and again: what is allocated outside the heap is given back late. */
const KEPT = 4_096;
const kept = new Int32Array(KEPT);

function larger(numbers: Int32Array): Int32Array {
  const more = new Int32Array(numbers.length * 2);
  more.set(numbers);
  return more;
}

function wordEnd(text: string, from: number): number {
  let i = from;
  while (i < text.length && !isSpace(text.charCodeAt(i))) i++;
  return i;
}

function numberOf(word: string): number {
  let hash = FNV_BASIS;
  for (let i = 0; i < word.length; i++) hash = Math.imul(hash ^ (word.charCodeAt(i) || NUL), FNV_PRIME);
  return hash;
}

const FNV_BASIS = 0x811c9dc5 | 0;
const FNV_PRIME = 0x01000193;
const SPACE = 32;
/** What stands for NUL in a word. */
const NUL = 128;

/** ASCII: the small letter of a capital, 0 for white space, others as they are. */
const FOLDED = Uint8Array.from({ length: 128 }, (_, unit) => {
  if (isSpace(unit)) return 0;
  if (unit === 0) return NUL;
  return unit >= 0x41 && unit <= 0x5a ? unit + 32 : unit;
});

/** As `\s` of a regular expression. */
function isSpace(unit: number): boolean {
  if (unit <= 32) return unit === 32 || (unit >= 9 && unit <= 13);
  if (unit < 0xa0) return false;
  return unit === 0xa0 || unit === 0x1680 || (unit >= 0x2000 && unit <= 0x200a) || unit === 0x2028 || unit === 0x2029 || unit === 0x202f || unit === 0x205f || unit === 0x3000 || unit === 0xfeff;
}
