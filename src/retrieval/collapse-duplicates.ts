import { fold } from "../text/fold.ts";

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
 * Texts under eight words must be equal. Only passages of one realm collapse. Cost: linear in the words, by an inverted list of trigrams.
 */
export function collapseDuplicates<T>(
  items: readonly T[],
  text: (item: T) => string,
  realm: (item: T) => string,
): readonly Collapsed<T>[] {
  const groups: { item: T; duplicates: T[]; trigrams: number; realm: string }[] = [];
  const byText = new Map<string, number>();
  const byTrigram = new Map<string, number[]>();
  for (const item of items) {
    const words = fold(text(item)).split(/\s+/).filter((word) => word !== "");
    const within = realm(item);
    const key = `${within}\0${words.join(" ")}`;
    const long = words.length >= SHORT_WORDS;
    const shingles = long ? trigrams(words) : new Set<string>();
    const at = byText.get(key) ?? (long ? nearest(shingles, byTrigram, groups, within) : undefined);
    const group = at === undefined ? undefined : groups[at];
    if (group !== undefined) {
      group.duplicates.push(item);
      continue;
    }
    byText.set(key, groups.length);
    for (const shingle of shingles) {
      const list = byTrigram.get(shingle);
      if (list === undefined) byTrigram.set(shingle, [groups.length]);
      else list.push(groups.length);
    }
    groups.push({ item, duplicates: [], trigrams: shingles.size, realm: within });
  }
  return groups;
}

const SHORT_WORDS = 8;

/** The first group that shares enough trigrams. */
function nearest(shingles: ReadonlySet<string>, byTrigram: ReadonlyMap<string, readonly number[]>, groups: readonly { trigrams: number; realm: string }[], within: string): number | undefined {
  const shared = new Map<number, number>();
  for (const shingle of shingles) for (const at of byTrigram.get(shingle) ?? []) shared.set(at, (shared.get(at) ?? 0) + 1);
  let first: number | undefined;
  for (const [at, common] of shared) {
    const either = shingles.size + (groups[at]?.trigrams ?? 0) - common;
    if (groups[at]?.realm === within && common >= NEAR_DUPLICATE * either && (first === undefined || at < first)) first = at;
  }
  return first;
}

function trigrams(words: readonly string[]): ReadonlySet<string> {
  const set = new Set<string>();
  for (let i = 0; i + 3 <= words.length; i++) set.add(`${words[i]} ${words[i + 1]} ${words[i + 2]}`);
  return set;
}
