const VOWELS = "aeiou";

/**
 * The ways in which a hurried hand spells a word: a letter left out, two letters exchanged, a letter doubled, one vowel for
 * another. The first letter is never left out; the word itself is not among them.
 *
 * Cost: about six spellings a letter; for tables, not for messages.
 * @example misspellings("favorite").includes("favortie") // true
 */
export function misspellings(word: string): readonly string[] {
  const found = new Set<string>();
  for (let i = 0; i < word.length; i += 1) {
    const [before, letter, after] = [word.slice(0, i), word[i] as string, word.slice(i + 1)];
    if (i > 0) found.add(before + after);
    if (after !== "" && i > 0) found.add(before + (after[0] as string) + letter + after.slice(1));
    found.add(before + letter + letter + after);
    if (VOWELS.includes(letter)) for (const vowel of VOWELS) found.add(before + vowel + after);
  }
  found.delete(word);
  return [...found];
}
