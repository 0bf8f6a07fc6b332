import { mayHoldDuplicates, type RealmWords } from "./may-hold-duplicates.ts";
import { onceEach } from "./once-each.ts";

/** A group of drawers that say the same: the first stands for all. */
export interface Collapsed<T> {
  readonly item: T;
  readonly duplicates: readonly T[];
}

/** Jaccard similarity of word trigrams from which two passages count as the same. */
const NEAR_DUPLICATE = 0.9;

/**
 * Collapses exact and near duplicates, keeping the order: a passage joins the first group before it whose text it
 * repeats, by case, accents and spacing apart, or by at least nine tenths of its word trigrams (Jaccard).
 * Texts under eight words must be equal. Only passages of one realm collapse.
 *
 * Cost: a few operations a word. Two sets that share nine tenths of their members share one among the smallest tenth of each (the prefix
 * filter of Chaudhuri, Ganti and Kaushik, "A primitive operator for similarity joins", 2006), so only that tenth is looked up. Words
 * and trigrams are numbers of 32 and 52 bits. Most searches hold no duplicates at all, which takes less to see.
 */
export function collapseDuplicates<T>(items: readonly T[], words: (item: T) => Int32Array, realm: (item: T) => string): readonly Collapsed<T>[] {
  const realms = new Map<string, number>();
  const texts = items.map((item) => {
    const named = realm(item);
    if (!realms.has(named)) realms.set(named, realms.size);
    return { words: words(item), realm: realms.get(named) as number };
  });
  if (!mayHoldDuplicates(texts, SHORT_WORDS)) return items.map((item) => ({ item, duplicates: [] }));
  const groups: Group<T>[] = [];
  const shortTexts = new Map<string, number>();
  const byTrigram = new Map<number, number[]>();
  for (const [i, item] of items.entries()) {
    const { words, realm: within } = texts[i] as RealmWords;
    // Equal texts of more words have equal trigrams.
    const short = words.length < SHORT_WORDS ? `${within} ${words.join(" ")}` : null;
    const trigrams = short === null ? trigramsOf(words) : NONE;
    const rare = trigrams.subarray(0, prefixLength(trigrams.length));
    const at = short === null ? nearest(trigrams, rare, byTrigram, groups, within) : shortTexts.get(short);
    const group = at === undefined ? undefined : groups[at];
    if (group !== undefined) {
      group.duplicates.push(item);
      continue;
    }
    if (short !== null) shortTexts.set(short, groups.length);
    for (const trigram of rare) {
      const list = byTrigram.get(trigram);
      if (list === undefined) byTrigram.set(trigram, [groups.length]);
      else list.push(groups.length);
    }
    groups.push({ item, duplicates: [], trigrams, realm: within });
  }
  return groups;
}

interface Group<T> {
  readonly item: T;
  readonly duplicates: T[];
  /** Ascending, each once. */
  readonly trigrams: Float64Array;
  readonly realm: number;
}

const SHORT_WORDS = 8;
const NONE = new Float64Array();
const trigramsOf = onceEach(trigramNumbers);

/** How many of a set's smallest members must be looked at: one of them stands in every set that is near enough. */
function prefixLength(size: number): number {
  // The small amount keeps 0.9 × 10 at 9, whatever its last bit is.
  return size === 0 ? 0 : size - Math.ceil(NEAR_DUPLICATE * size - 1e-9) + 1;
}

/** The first group that shares enough trigrams. */
function nearest(trigrams: Float64Array, rare: Float64Array, byTrigram: ReadonlyMap<number, readonly number[]>, groups: readonly Group<unknown>[], within: number): number | undefined {
  let first: number | undefined;
  const seen = new Set<number>();
  for (const trigram of rare) {
    for (const at of byTrigram.get(trigram) ?? []) {
      if (seen.has(at) || (first !== undefined && at > first)) continue;
      seen.add(at);
      const group = groups[at] as Group<unknown>;
      if (group.realm !== within) continue;
      const common = countCommon(trigrams, group.trigrams);
      if (common >= NEAR_DUPLICATE * (trigrams.length + group.trigrams.length - common)) first = at;
    }
  }
  return first;
}

/** Members that two ascending sets share. */
function countCommon(one: Float64Array, other: Float64Array): number {
  let common = 0;
  for (let i = 0, j = 0; i < one.length && j < other.length; ) {
    const difference = (one[i] as number) - (other[j] as number);
    if (difference === 0) common++;
    if (difference <= 0) i++;
    if (difference >= 0) j++;
  }
  return common;
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
