import { fold } from "../text/fold.ts";

/**
 * A number of 32 bits for each folded word, in order (FNV-1a over its UTF-16 units). Words are what `split(/\s+/)` parts. Only words
 * that hold more than ASCII are folded as texts; such a fold may part a word, or leave nothing of it.
 *
 * Cost: some 2 ns a character of ASCII.
 */
export function wordNumbers(text: string): Int32Array {
  let numbers = new Int32Array((text.length >> 1) + 1);
  let count = 0;
  const add = (number: number): void => {
    if (count === numbers.length) {
      const larger = new Int32Array(count * 2);
      larger.set(numbers);
      numbers = larger;
    }
    numbers[count++] = number;
  };
  const { length } = text;
  for (let i = 0; i < length; ) {
    let unit = text.charCodeAt(i);
    if (isSpace(unit)) {
      i++;
      continue;
    }
    const start = i;
    let ascii = true;
    let hash = FNV_BASIS;
    do {
      if (unit >= 0x41 && unit <= 0x5a) unit += 32;
      else if (unit > 127) ascii = false;
      hash = Math.imul(hash ^ unit, FNV_PRIME);
      unit = text.charCodeAt(++i);
    } while (i < length && !isSpace(unit));
    if (ascii) add(hash);
    else for (const word of fold(text.slice(start, i)).split(/\s+/)) if (word !== "") add(numberOf(word));
  }
  // A copy without the room that was not needed, since it may be kept.
  return numbers.slice(0, count);
}

function numberOf(word: string): number {
  let hash = FNV_BASIS;
  for (let i = 0; i < word.length; i++) hash = Math.imul(hash ^ word.charCodeAt(i), FNV_PRIME);
  return hash;
}

const FNV_BASIS = 0x811c9dc5 | 0;
const FNV_PRIME = 0x01000193;

/** As `\s` of a regular expression. */
function isSpace(unit: number): boolean {
  if (unit <= 32) return unit === 32 || (unit >= 9 && unit <= 13);
  if (unit < 0xa0) return false;
  return unit === 0xa0 || unit === 0x1680 || (unit >= 0x2000 && unit <= 0x200a) || unit === 0x2028 || unit === 0x2029 || unit === 0x202f || unit === 0x205f || unit === 0x3000 || unit === 0xfeff;
}
