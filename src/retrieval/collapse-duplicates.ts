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
 * repeats, by case, accents and spacing apart, or by at least nine tenths of its word trigrams.
 * Texts under eight words must be equal. Cost: pairs of similar length only; at most a few hundred items are given.
 */
export function collapseDuplicates<T>(items: readonly T[], text: (item: T) => string): readonly Collapsed<T>[] {
  const groups: { item: T; duplicates: T[]; key: string; shingles: ReadonlySet<string> }[] = [];
  const byKey = new Map<string, number>();
  for (const item of items) {
    const words = fold(text(item)).split(/\s+/).filter((word) => word !== "");
    const key = words.join(" ");
    const exact = byKey.get(key);
    const shingles = trigrams(words);
    const at = exact ?? (words.length < 8 ? -1 : groups.findIndex((group) => jaccard(group.shingles, shingles) >= NEAR_DUPLICATE));
    const group = groups[at];
    if (group !== undefined) {
      group.duplicates.push(item);
      continue;
    }
    byKey.set(key, groups.length);
    groups.push({ item, duplicates: [], key, shingles });
  }
  return groups;
}

function trigrams(words: readonly string[]): ReadonlySet<string> {
  const set = new Set<string>();
  for (let i = 0; i + 3 <= words.length; i++) set.add(`${words[i]} ${words[i + 1]} ${words[i + 2]}`);
  return set;
}

function jaccard(a: ReadonlySet<string>, b: ReadonlySet<string>): number {
  const [small, large] = a.size <= b.size ? [a, b] : [b, a];
  // The overlap is at most the smaller set, so sizes that differ much can't be near.
  if (large.size === 0 || small.size < NEAR_DUPLICATE * large.size) return 0;
  let common = 0;
  for (const shingle of small) if (large.has(shingle)) common++;
  return common / (a.size + b.size - common);
}
