/**
 * Tells words apart from those that can't be made into one of some terms, by their first two letters: a word is passed over before it is
 * folded, stemmed and looked up. Stemming keeps them, but for a `y` in second place, which may become `i`, and for words that it leaves
 * a single letter of.
 *
 * @param terms as `indexTerms` gives them
 * @returns for words of ASCII letters and digits: false when none of `terms` can come of it
 */
export function termBeginnings(terms: ReadonlySet<string>): (first: number, second: number) => boolean {
  const possible = new Uint8Array(32 * 32);
  for (const term of terms) {
    const first = (term.charCodeAt(0) & 31) << 5;
    if (term.length === 1) possible.fill(1, first, first + 32);
    else {
      const second = term.charCodeAt(1);
      possible[first | (second & 31)] = 1;
      if (second === SMALL_I) possible[first | (SMALL_Y & 31)] = 1;
    }
  }
  // Five bits are the same for capitals; letters and digits that share them only let a word pass.
  return (first, second) => possible[((first & 31) << 5) | (second & 31)] === 1;
}

const SMALL_I = 0x69;
const SMALL_Y = 0x79;
