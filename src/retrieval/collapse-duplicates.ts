import { keeping } from "../caches/bounded-cache.ts";

/** Slightly below the similarity of duplicates (nine tenths), so that colliding trigrams hide no pair. */
const SUSPICIOUS = 0.88;

/** A text as `wordNumbers` gives it, and where it belongs: only texts of one realm can be duplicates. */
interface RealmWords {
  readonly words: Int32Array;
  readonly realm: number;
}

/**
 * Whether some of the texts may repeat each other, by `collapseDuplicates`' measure. True may be wrong; false never is: a text that shares nine tenths of its
 * trigrams with one before it shares as many with all before it together, and those are counted in one pass over the words, with 32 bits for a trigram.
 * @param shortWords texts of fewer words are compared whole
 * Cost: some 10 ns a word.
 */
export function mayContainDuplicates(texts: readonly RealmWords[], shortWords: number): boolean {
  const size = 2 ** Math.ceil(Math.log2(2 * texts.reduce((sum, { words }) => sum + words.length, texts.length) + 2));
  const { numbers, owners } = size > KEPT ? tableOf(size) : kept;
  owners.fill(0, 0, size);
  const take = (number: number, owner: number): number => {
    let slot = number & (size - 1);
    while (owners[slot] !== 0 && numbers[slot] !== number) slot = (slot + 1) & (size - 1);
    const before = owners[slot] as number;
    numbers[slot] = number;
    owners[slot] = owner;
    return before;
  };
  for (const [i, { words: own, realm: within }] of texts.entries()) {
    const owner = i + 1;
    if (own.length < shortWords) {
      if (take(own.reduce(mix, within), owner) !== 0) return true;
      continue;
    }
    let distinct = 0;
    let shared = 0;
    for (let at = 2; at < own.length; at++) {
      const before = take(
        mix(mix(mix(within, own[at - 2] as number), own[at - 1] as number), own[at] as number),
        owner,
      );
      if (before === owner) continue;
      distinct++;
      if (before !== 0) shared++;
    }
    if (shared >= SUSPICIOUS * distinct) return true;
  }
  return false;
}

/** Size of the reused table, enough for some 8,000 words: memory outside the heap is freed late. */
const KEPT = 16_384;
const kept = tableOf(KEPT);

function tableOf(size: number): { readonly numbers: Int32Array; readonly owners: Int32Array } {
  return { numbers: new Int32Array(size), owners: new Int32Array(size) };
}

function mix(hash: number, part: number): number {
  const mixed = Math.imul(hash ^ part, 0x9e3779b1);
  return mixed ^ (mixed >>> 15);
}

/** A group of drawers that say the same: the first stands for all. */
export interface Collapsed<T> {
  readonly item: T;
  readonly duplicates: readonly T[];
}

/** Jaccard similarity of word trigrams from which two passages count as the same. */
const NEAR_DUPLICATE = 0.9;

/**
 * Collapses exact and near duplicates, keeping the order: a passage joins the first group before it whose text it repeats, by case, accents and
 * spacing apart, or by at least nine tenths of its word trigrams (Jaccard). Texts under eight words must be equal. Only passages of one realm
 * collapse. Cost: a few operations a word. Two sets that share nine tenths of their members share one among the smallest tenth of each (the prefix
 * filter of Chaudhuri, Ganti and Kaushik, "A primitive operator for similarity joins", 2006), so only that tenth is looked up. Words and trigrams are
 * numbers of 32 and 52 bits. Most searches hold no duplicates at all, which takes less to see.
 */
export function collapseDuplicates<T>(
  items: readonly T[],
  words: (item: T) => Int32Array,
  realm: (item: T) => string,
): readonly Collapsed<T>[] {
  const realms = new Map<string, number>();
  const texts = items.map((item) => {
    const named = realm(item);
    if (!realms.has(named)) realms.set(named, realms.size);
    return { words: words(item), realm: realms.get(named) as number };
  });
  if (!mayContainDuplicates(texts, SHORT_WORDS)) return items.map((item) => ({ item, duplicates: [] }));
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
function nearest(
  trigrams: Float64Array,
  rare: Float64Array,
  byTrigram: ReadonlyMap<number, readonly number[]>,
  groups: readonly Group<unknown>[],
  within: number,
): number | undefined {
  let first: number | undefined;
  const seen = new Set<number>();
  for (const trigram of rare) {
    for (const at of byTrigram.get(trigram) ?? []) {
      if (seen.has(at) || (first !== undefined && at > first)) continue;
      seen.add(at);
      const group = groups[at] as Group<unknown>;
      if (group.realm !== within) continue;
      if (areNear(trigrams, group.trigrams)) first = at;
    }
  }
  return first;
}

/** Whether two ascending sets share nine tenths of their members: then one in nineteen at most stands in one set alone. */
function areNear(one: Float64Array, other: Float64Array): boolean {
  let alone = ((1 - NEAR_DUPLICATE) / (1 + NEAR_DUPLICATE)) * (one.length + other.length) + 1e-9;
  let [i, j] = [0, 0];
  while (i < one.length && j < other.length && alone >= 0) {
    const difference = (one[i] as number) - (other[j] as number);
    if (difference !== 0) alone--;
    if (difference <= 0) i++;
    if (difference >= 0) j++;
  }
  return one.length - i + other.length - j <= alone;
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
  for (let i = 0; i < trigrams.length; i++)
    if (i === 0 || trigrams[i] !== trigrams[i - 1]) trigrams[size++] = trigrams[i] as number;
  return trigrams.subarray(0, size);
}

/**
 * `work`, done once for each object and kept for as long as the object is. For what is met again: of objects that are not, the keeping outlives
 * them until V8 looks, and makes its young generation grow.
 * @param work depends on its object alone, which never changes
 */
export function onceEach<Of extends object, Value extends object | string | number | null>(
  work: (of: Of) => Value,
): (of: Of) => Value {
  return keeping(work, new WeakMap<Of, Value>());
}
