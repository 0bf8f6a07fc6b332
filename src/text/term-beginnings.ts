/** Tells whether a word may be made into one of some terms. Of words of ASCII letters and digits; false when none of them can come of it. */
export type TermBeginnings = ReturnType<typeof termBeginnings>;

/**
 * Tells words apart from those that can't be made into one of some terms, by their first letters: a word is passed over before it is folded, stemmed
 * and looked up. Stemming keeps them, but for a `y` behind the first, which may become `i`, and for words that it leaves fewer letters of.
 * @param terms as `indexTerms` gives them
 */
export function termBeginnings(terms: ReadonlySet<string>) {
  const pairs = new Uint8Array(32 * 32);
  const triples = new Uint8Array(TRIPLES);
  for (const term of terms) {
    const first = term.charCodeAt(0);
    for (const second of term.length > 1 ? spelt(term.charCodeAt(1)) : ALL) {
      pairs[pairOf(first, second)] = 1;
      for (const third of term.length > 2 ? spelt(term.charCodeAt(2)) : ALL)
        triples[tripleOf(first, second, third)] = 1;
    }
  }
  // Five bits are the same for capitals; letters and digits that share them, or a place of `triples`, only let a word pass.
  return {
    /** By its first two letters. */
    two: (first: number, second: number): boolean => pairs[pairOf(first, second)] === 1,
    /** By three; the third is 0 for a word of two. */
    three: (first: number, second: number, third: number): boolean => triples[tripleOf(first, second, third)] === 1,
  };
}

/** A power of two, small enough to stay in the cache. */
const TRIPLES = 4096;
const ALL: readonly number[] = Array.from({ length: 32 }, (_, i) => i);
const SMALL_I = 0x69;
const SMALL_Y = 0x79;

/** Letters that a letter of a term may have been in the word. */
function spelt(letter: number): readonly number[] {
  return letter === SMALL_I ? [SMALL_I, SMALL_Y] : [letter];
}

function pairOf(first: number, second: number): number {
  return ((first & 31) << 5) | (second & 31);
}

function tripleOf(first: number, second: number, third: number): number {
  return ((first & 31) * 961 + (second & 31) * 31 + (third & 31)) & (TRIPLES - 1);
}
