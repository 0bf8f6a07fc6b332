import { fold } from "../text/fold.ts";

/** Below the similarity that counts (nine tenths), so that trigrams which by chance share a number hide no pair. */
const SUSPICIOUS = 0.88;

/** A text, and where it belongs: only texts of one realm can be duplicates. */
export interface RealmText {
  readonly text: string;
  readonly realm: string;
}

/**
 * Whether some of the texts may repeat each other, by `collapseDuplicates`' measure. True may be wrong; false never is: a text that
 * shares nine tenths of its trigrams with one before it shares as many with all before it together, and those are counted in one
 * pass over the characters, with 32 bits for a trigram and no string for any word.
 *
 * @param shortWords texts of fewer words are compared whole
 * Cost: some 3 ns a character.
 */
export function mayHoldDuplicates(texts: readonly RealmText[], shortWords: number): boolean {
  const words = texts.map(({ text }) => wordNumbers(fold(text)));
  const size = 2 ** Math.ceil(Math.log2(2 * words.reduce((sum, { length }) => sum + length, texts.length) + 2));
  // Open addressing: what a slot holds, and the last text that held it (counted from 1; 0: the slot is free).
  const held = new Int32Array(size);
  const holders = new Int32Array(size);
  const take = (number: number, holder: number): number => {
    let slot = number & (size - 1);
    while (holders[slot] !== 0 && held[slot] !== number) slot = (slot + 1) & (size - 1);
    const before = holders[slot] as number;
    held[slot] = number;
    holders[slot] = holder;
    return before;
  };
  for (const [i, { realm }] of texts.entries()) {
    const own = words[i] as Int32Array;
    const within = wordNumbers(realm).reduce(mix, FNV_BASIS);
    const holder = i + 1;
    if (own.length < shortWords) {
      if (take(own.reduce(mix, within), holder) !== 0) return true;
      continue;
    }
    let distinct = 0;
    let shared = 0;
    for (let at = 2; at < own.length; at++) {
      const before = take(mix(mix(mix(within, own[at - 2] as number), own[at - 1] as number), own[at] as number), holder);
      if (before === holder) continue;
      distinct++;
      if (before !== 0) shared++;
    }
    if (shared >= SUSPICIOUS * distinct) return true;
  }
  return false;
}

function mix(hash: number, part: number): number {
  const mixed = Math.imul(hash ^ part, 0x9e3779b1);
  return mixed ^ (mixed >>> 15);
}

/** A number of 32 bits for each word, in order (FNV-1a over its UTF-16 units). Words are what `split(/\s+/)` parts. */
function wordNumbers(text: string): Int32Array {
  const numbers = new Int32Array((text.length >> 1) + 1);
  let count = 0;
  let hash = FNV_BASIS;
  let inside = false;
  for (let i = 0; i < text.length; i++) {
    const unit = text.charCodeAt(i);
    if (isSpace(unit)) {
      if (inside) numbers[count++] = hash;
      hash = FNV_BASIS;
      inside = false;
    } else {
      hash = Math.imul(hash ^ unit, FNV_PRIME);
      inside = true;
    }
  }
  if (inside) numbers[count++] = hash;
  return numbers.subarray(0, count);
}

const FNV_BASIS = 0x811c9dc5 | 0;
const FNV_PRIME = 0x01000193;

/** As `\s` of a regular expression. */
function isSpace(unit: number): boolean {
  if (unit <= 32) return unit === 32 || (unit >= 9 && unit <= 13);
  if (unit < 0xa0) return false;
  return unit === 0xa0 || unit === 0x1680 || (unit >= 0x2000 && unit <= 0x200a) || unit === 0x2028 || unit === 0x2029 || unit === 0x202f || unit === 0x205f || unit === 0x3000 || unit === 0xfeff;
}
