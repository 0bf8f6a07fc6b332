/** Words that are none unless a ligature in them was turned around, and what they are. */
const WORDS: Readonly<Record<string, string>> = { ال: "لا", وال: "ولا", فال: "فلا", إال: "إلا", خالل: "خلال", أوال: "أولا" };
const WORD = new RegExp(`(?<![\\p{L}\\p{M}])(?:${Object.keys(WORDS).join("|")})(?![\\p{L}\\p{M}])`, "gu");

/**
 * Mends the ligature of lam and alef, which is one sign in a PDF: the library reverses its two letters along with the word ("اإلصدار" for "الإصدار"). Mended is what
 * can't be anything else: two alefs before a lam, and a few frequent words.
 */
export function mendLamAlef(text: string): string {
  return /[\u0627\u0623\u0625\u0622]/u.test(text) ? text.replaceAll(/ا([اأإآ])ل/gu, "ال$1").replaceAll(WORD, (word) => WORDS[word] as string) : text;
}
