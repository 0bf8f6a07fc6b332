/**
 * A word as the grammar compares it: NFKC, lower case, straight apostrophes, no combining dot left over from "İ".
 *
 * @example foldWord("İt’s") // "it's"
 */
export function foldWord(word: string): string {
  return word.normalize("NFKC").toLowerCase().replace(/\u0307/gu, "").replace(/[’‘ʼ]/gu, "'").normalize("NFKC");
}
