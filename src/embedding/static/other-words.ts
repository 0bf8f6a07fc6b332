/** A run of letters of one kind of script, folded. */
export interface OtherWord {
  readonly word: string;
  /** False where the run goes on from letters of another script, as "で" in "Pythonで". */
  readonly starts: boolean;
}

/** A text whose words of other scripts stand apart from what the English table reads. */
export interface SplitText {
  readonly others: readonly OtherWord[];
  /** The text with a space for each of them. */
  readonly rest: string;
}

/** Vowel signs of Arabic and Hebrew, which most texts leave out, the Arabic stroke that lengthens a word, and invisible characters. */
const DROPPED = /[\u0640\u064b-\u0652\u0670\u0591-\u05bd\u05bf\u05c1\u05c2\u05c4\u05c5\u05c7\u200b-\u200f\u00ad]/gu;
/** Letters that are not Latin, with the marks on them. */
const RUN = /(?:(?![\p{Script=Latin}ªº\p{Lm}])\p{L}|[ーｰ])(?:(?!\p{Script=Latin})[\p{L}\p{M}]|ー)*/gu;
const LETTER_BEFORE = /\p{L}\p{M}*$/u;
/** Scripts in which one character is a word, or a syllable at least. */
const DENSE = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]/u;
/** What stands for a quantity or a kind in a text of another language, as in "αβ T cells". */
const SYMBOL = /^\p{Script=Greek}{1,2}$/u;

/** Folds as the table of other languages was made: compatibility forms and capitals go; accents and vowel signs of Indic scripts stay. */
export function foldOther(text: string): string {
  return text.normalize("NFKC").toLowerCase().replace(DROPPED, "");
}

/**
 * Takes the words of other scripts than Latin out of a text. Null for a text without any. A single letter of an alphabet ("TNF-α", "µ")
 * is a symbol, and stays; so do two of Greek where there is nothing else.
 */
export function splitOtherScripts(text: string): SplitText | null {
  const folded = foldOther(text);
  const others: OtherWord[] = [];
  const rest = folded.replace(RUN, (word: string, at: number) => {
    if (word.length < 2 && !DENSE.test(word)) return word;
    others.push({ word, starts: !LETTER_BEFORE.test(folded.slice(Math.max(0, at - 4), at)) });
    return " ";
  });
  return others.every(({ word }) => SYMBOL.test(word)) ? null : { others, rest };
}
