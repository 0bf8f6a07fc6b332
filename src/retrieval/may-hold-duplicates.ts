import { fold } from "../text/fold.ts";
import { countCommon } from "./count-common.ts";

/** Below the similarity that counts (nine tenths), so that trigrams which by chance share a number hide no pair. */
const SUSPICIOUS = 0.88;

/** A text, and where it belongs: only texts of one realm can be duplicates. */
export interface RealmText {
  readonly text: string;
  readonly realm: string;
}

/**
 * Whether some of the texts may repeat each other, by `collapseDuplicates`' measure. True may be wrong; false never is: words are compared
 * by 32 bits and trigrams by 52, made in one pass over the characters, without a string for any word.
 *
 * @param shortWords texts of fewer words are compared whole
 * Cost: some 2 ns a character, and sorting the trigrams of each text.
 */
export function mayHoldDuplicates(texts: readonly RealmText[], shortWords: number): boolean {
  const whole = new Set<string>();
  const byTrigram = new Map<number, number[]>();
  const seen: { readonly trigrams: Float64Array; readonly realm: string }[] = [];
  for (const { text, realm } of texts) {
    const folded = fold(text);
    const words = wordNumbers(folded);
    if (words.length < shortWords) {
      const key = `${realm}\0${words.join(" ")}`;
      if (whole.has(key)) return true;
      whole.add(key);
      continue;
    }
    const trigrams = trigramNumbers(words);
    // The prefix filter of `collapseDuplicates`: sets that are near enough share one of so many smallest members.
    const prefix = trigrams.length - Math.ceil(SUSPICIOUS * trigrams.length - 1e-9) + 1;
    const met = new Set<number>();
    for (let i = 0; i < prefix; i++) {
      const trigram = trigrams[i] as number;
      const holders = byTrigram.get(trigram);
      if (holders === undefined) byTrigram.set(trigram, [seen.length]);
      else {
        for (const holder of holders) met.add(holder);
        holders.push(seen.length);
      }
    }
    for (const holder of met) {
      const other = seen[holder] as (typeof seen)[number];
      if (other.realm !== realm) continue;
      const common = countCommon(trigrams, other.trigrams);
      if (common >= SUSPICIOUS * (trigrams.length + other.trigrams.length - common)) return true;
    }
    seen.push({ trigrams, realm });
  }
  return false;
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

/** A number of 52 bits for each three words in a row, ascending and each once. @param words at least three */
function trigramNumbers(words: Int32Array): Float64Array {
  const trigrams = new Float64Array(words.length - 2);
  for (let i = 0; i < trigrams.length; i++) {
    const [a, b, c] = [words[i] as number, words[i + 1] as number, words[i + 2] as number];
    const high = Math.imul(Math.imul(a, 0x9e3779b1) ^ b, 0x85ebca77) ^ c;
    const low = Math.imul(Math.imul(c, 0xc2b2ae3d) ^ a, 0x27d4eb2f) ^ b;
    trigrams[i] = (high >>> 0) * 2 ** 20 + (low >>> 12);
  }
  trigrams.sort();
  let size = 0;
  for (let i = 0; i < trigrams.length; i++) if (i === 0 || trigrams[i] !== trigrams[i - 1]) trigrams[size++] = trigrams[i] as number;
  return trigrams.subarray(0, size);
}
