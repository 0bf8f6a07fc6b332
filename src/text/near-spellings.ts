import { stem } from "./stem.ts";
import { isStopWord } from "./stop-words.ts";

/** Shorter words are near too many others. */
const SHORTEST = 5;
const LONGEST = 24;
/** Words this long may lose an ending of two or three letters: "Rechnungen". */
const INFLECTED = 8;

/** The letters that a typing error may have put or left out, by script. */
const ALPHABETS: readonly { readonly script: RegExp; readonly letters: readonly string[] }[] = [
  { script: /^[a-z]+$/, letters: [..."abcdefghijklmnopqrstuvwxyz"] },
  { script: /^[а-яєіїґ]+$/, letters: [..."абвгдежзийклмнопрстуфхцчшщъыьэюяєіїґ"] },
  { script: /^[α-ω]+$/, letters: [..."αβγδεζηθικλμνξοπρστυφχψω"] },
];

/**
 * Terms of the words that are one typing error away from a word, in two lists: without a letter that it has too many, with two letters
 * in their own places, and for longer words without an ending; then, many more, with a letter that it lacks or that became another. The
 * first letter stays, since people seldom get it wrong. Empty for short words, for words with figures (E0382 is no misspelt E0383) and
 * in scripts without such an alphabet.
 *
 * Cost: some 50 terms a letter, three of them in the first list; 0.2 ms for a word.
 *
 * @param word folded
 * @example nearSpellings("commitee")[1].includes("committe") // true: the term of "committee"
 */
export function nearSpellings(word: string): readonly (readonly string[])[] {
  if (word.length < SHORTEST || word.length > LONGEST) return [];
  const letters = ALPHABETS.find(({ script }) => script.test(word))?.letters;
  if (letters === undefined) return [];
  const own = stem(word);
  const known = new Set([own]);
  const distinct = (spellings: readonly string[]): readonly string[] =>
    spellings.flatMap((spelling) => {
      // Not through the memo of words, which hundreds that nobody wrote would fill.
      const term = stem(spelling);
      if (known.has(term) || isStopWord(spelling)) return [];
      known.add(term);
      return [term];
    });
  const kept: string[] = [];
  const other: string[] = [];
  for (let i = 1; i <= word.length; i++) {
    const head = word.slice(0, i);
    const tail = word.slice(i);
    if (tail !== "") kept.push(head + tail.slice(1));
    if (tail.length > 1) kept.push(head + tail.charAt(1) + tail.charAt(0) + tail.slice(2));
    for (const letter of letters)
      other.push(head + letter + tail, ...(tail === "" ? [] : [head + letter + tail.slice(1)]));
  }
  if (word.length >= INFLECTED) kept.push(word.slice(0, -2), word.slice(0, -3));
  return [distinct(kept), distinct(other)];
}
