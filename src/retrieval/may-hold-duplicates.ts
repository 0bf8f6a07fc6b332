/** Below the similarity that counts (nine tenths), so that trigrams which by chance share a number hide no pair. */
const SUSPICIOUS = 0.88;

/** A text as `wordNumbers` gives it, and where it belongs: only texts of one realm can be duplicates. */
export interface RealmWords {
  readonly words: Int32Array;
  readonly realm: number;
}

/**
 * Whether some of the texts may repeat each other, by `collapseDuplicates`' measure. True may be wrong; false never is: a text that
 * shares nine tenths of its trigrams with one before it shares as many with all before it together, and those are counted in one
 * pass over the words, with 32 bits for a trigram.
 *
 * @param shortWords texts of fewer words are compared whole
 * Cost: some 10 ns a word.
 */
export function mayHoldDuplicates(texts: readonly RealmWords[], shortWords: number): boolean {
  const size = 2 ** Math.ceil(Math.log2(2 * texts.reduce((sum, { words }) => sum + words.length, texts.length) + 2));
  const { held, holders } = size > KEPT ? tableOf(size) : kept;
  holders.fill(0, 0, size);
  const take = (number: number, holder: number): number => {
    let slot = number & (size - 1);
    while (holders[slot] !== 0 && held[slot] !== number) slot = (slot + 1) & (size - 1);
    const before = holders[slot] as number;
    held[slot] = number;
    holders[slot] = holder;
    return before;
  };
  for (const [i, { words: own, realm: within }] of texts.entries()) {
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

/** Open addressing: what a slot holds, and the last text that held it (counted from 1; 0: the slot is free). */
interface Table {
  readonly held: Int32Array;
  readonly holders: Int32Array;
}

/** Room for some 8,000 words, used again and again: what is allocated outside the heap is given back late. */
const KEPT = 16_384;
const kept = tableOf(KEPT);

function tableOf(size: number): Table {
  return { held: new Int32Array(size), holders: new Int32Array(size) };
}

function mix(hash: number, part: number): number {
  const mixed = Math.imul(hash ^ part, 0x9e3779b1);
  return mixed ^ (mixed >>> 15);
}
