/**
 * What one code point becomes before words are cut, in the uncased BERT convention:
 * controls go, white space becomes a space, accents go, capitals become small,
 * ideographs and punctuation stand alone.
 *
 * @param codePoint a Unicode code point; a lone surrogate counts as a control
 * @returns "" when dropped, " " for white space, the text between spaces when it stands alone, else the folded text
 * @example
 * foldCharacter(0xc9) // "e", from "É"
 * foldCharacter(0x2c) // " , "
 *
 * Pure; under a microsecond. Categories are those of the running engine's Unicode: code points assigned
 * after Unicode 9 may fold otherwise than in the reference, whose tables are that old.
 * Source: the normaliser and pre-tokeniser of the `tokenizers` library (BertNormalizer, BertPreTokenizer).
 */
export function foldCharacter(codePoint: number): string {
  const character = String.fromCodePoint(codePoint);
  if (codePoint === 9 || codePoint === 10 || codePoint === 13) return " ";
  if (codePoint === 0xfffd || OTHER.test(character)) return "";
  if (SPACE.test(character)) return " ";
  let folded = "";
  for (const part of character.normalize("NFD").replace(MARKS, "")) {
    // One code point at a time: lowercasing whole words would turn a final sigma into another letter.
    const small = part.toLowerCase();
    folded += STANDS_ALONE.test(small) ? ` ${small} ` : small;
  }
  return isIdeograph(codePoint) ? ` ${folded} ` : folded;
}

const OTHER = /[\p{Cc}\p{Cf}\p{Cs}\p{Co}]/u;
const SPACE = /\p{White_Space}/u;
const MARKS = /\p{Mn}/gu;
/** ASCII symbols count as punctuation; other symbols ("€", "→", emoji) are parts of words. */
const STANDS_ALONE = /[\p{P}$+<=>^`|~]/u;

/** The blocks that BERT cuts into single characters. Kana and Hangul are not among them. */
function isIdeograph(codePoint: number): boolean {
  return (
    (codePoint >= 0x4e00 && codePoint <= 0x9fff) ||
    (codePoint >= 0x3400 && codePoint <= 0x4dbf) ||
    (codePoint >= 0xf900 && codePoint <= 0xfaff) ||
    (codePoint >= 0x20000 && codePoint <= 0x2a6df) ||
    (codePoint >= 0x2a700 && codePoint <= 0x2b73f) ||
    (codePoint >= 0x2b740 && codePoint <= 0x2b81f) ||
    (codePoint >= 0x2b920 && codePoint <= 0x2ceaf) ||
    (codePoint >= 0x2f800 && codePoint <= 0x2fa1f)
  );
}
