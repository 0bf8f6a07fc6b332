import { fold } from "../text/fold.ts";
import { mayHoldDuplicates } from "./may-hold-duplicates.ts";

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
 * filter of Chaudhuri, Ganti and Kaushik, "A primitive operator for similarity joins", 2006), so only that tenth is looked up; and trigrams
 * are numbers. Together a third of the time of looking up all as texts. Most searches hold no duplicates at all, which takes less to see.
 */
export function collapseDuplicates<T>(items: readonly T[], text: (item: T) => string, realm: (item: T) => string): readonly Collapsed<T>[] {
  const texts = items.map((item) => ({ text: text(item), realm: realm(item) }));
  if (!mayHoldDuplicates(texts, SHORT_WORDS)) return items.map((item) => ({ item, duplicates: [] }));
  const groups: Group<T>[] = [];
  const byText = new Map<string, number>();
  const byTrigram = new Map<number, number[]>();
  const trigramsOf = trigramNumbers();
  for (const item of items) {
    const words = fold(text(item)).split(/\s+/).filter((word) => word !== "");
    const within = realm(item);
    const key = `${within}\0${words.join(" ")}`;
    const trigrams = words.length >= SHORT_WORDS ? trigramsOf(words) : NONE;
    const rare = trigrams.subarray(0, prefixLength(trigrams.length));
    const at = byText.get(key) ?? nearest(trigrams, rare, byTrigram, groups, within);
    const group = at === undefined ? undefined : groups[at];
    if (group !== undefined) {
      group.duplicates.push(item);
      continue;
    }
    byText.set(key, groups.length);
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
  readonly realm: string;
}

const SHORT_WORDS = 8;
const NONE = new Float64Array();

/** How many of a set's smallest members must be looked at: one of them stands in every set that is near enough. */
function prefixLength(size: number): number {
  // The small amount keeps 0.9 × 10 at 9, whatever its last bit is.
  return size === 0 ? 0 : size - Math.ceil(NEAR_DUPLICATE * size - 1e-9) + 1;
}

/** The first group that shares enough trigrams. */
function nearest(trigrams: Float64Array, rare: Float64Array, byTrigram: ReadonlyMap<number, readonly number[]>, groups: readonly Group<unknown>[], within: string): number | undefined {
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

/** Words whose numbers fit three times into the 53 bits of a whole number: 200,000³ < 2⁵³. */
const NUMBERED_WORDS = 200_000;

/** Gives word trigrams numbers, the same trigram the same one, ascending and each once. */
function trigramNumbers(): (words: readonly string[]) => Float64Array {
  const numbers = new Map<string, number>();
  const further = new Map<string, number>();
  const numberIn = (map: Map<string, number>, text: string): number => {
    const known = map.get(text);
    if (known !== undefined) return known;
    map.set(text, map.size);
    return map.size - 1;
  };
  return (words) => {
    const ids = words.map((word) => numberIn(numbers, word));
    const trigrams = new Float64Array(Math.max(0, words.length - 2));
    for (let i = 0; i < trigrams.length; i++) {
      const [a, b, c] = [ids[i] as number, ids[i + 1] as number, ids[i + 2] as number];
      // Beyond, they are numbered one by one, below 0 so that they meet no other.
      const fits = a < NUMBERED_WORDS && b < NUMBERED_WORDS && c < NUMBERED_WORDS;
      trigrams[i] = fits ? (a * NUMBERED_WORDS + b) * NUMBERED_WORDS + c : -1 - numberIn(further, `${a} ${b} ${c}`);
    }
    trigrams.sort();
    let size = 0;
    for (let i = 0; i < trigrams.length; i++) if (i === 0 || trigrams[i] !== trigrams[i - 1]) trigrams[size++] = trigrams[i] as number;
    return trigrams.subarray(0, size);
  };
}
