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

/** Where letters of other scripts than Latin begin, symbols among them. */
const BEYOND_LATIN = new RegExp(
  String.raw`[\u0370-\u1dff\u1f00-\u1fff\u2c80-\u2dff\u2e80-\u2fff\u3005-\u3007\u3021-\ua4cf\uaa00-\uab2f` +
    String.raw`\uabc0-\ud7ff\uf900-\ufaff\ufb13-\ufdff\ufe70-\ufefe\uff66-\uffdc]`,
);
/** Vowel signs of Arabic and Hebrew, which most texts leave out, the Arabic stroke that lengthens a word, and invisible characters. */
const DROPPED = /[\u0640\u064b-\u0652\u0670\u0591-\u05bd\u05bf\u05c1\u05c2\u05c4\u05c5\u05c7\u200b-\u200f\u00ad]/gu;
/** Letters that are not Latin, with the marks on them. */
const RUN = /(?:(?![\p{Script=Latin}ªº\p{Lm}])\p{L}|[ーｰ])(?:(?!\p{Script=Latin})[\p{L}\p{M}]|ー)*/gu;
const LETTER_BEFORE = /\p{L}\p{M}*$/u;
/** What stands for a quantity or a kind in a text of another language: "TNF-α", "5 µm", "αβ T cells". */
const SYMBOL =
  /^(?:(?![\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}])\p{L}\p{M}*|\p{Script=Greek}{2})$/u;

/** Folds as the table of other languages was made: compatibility forms and capitals go; accents and vowel signs of Indic scripts stay. */
export function foldOther(text: string): string {
  return text.normalize("NFKC").toLowerCase().replace(DROPPED, "");
}

/** Whether a text has letters of other scripts than Latin, symbols among them. */
export function isBeyondLatin(text: string): boolean {
  return BEYOND_LATIN.test(text);
}

/**
 * Takes the words of other scripts than Latin out of a text. Null for a text without any, or with symbols alone: single letters of
 * alphabets, two of Greek.
 */
export function splitOtherScripts(text: string): SplitText | null {
  const folded = foldOther(text);
  const others: OtherWord[] = [];
  const rest = folded.replace(RUN, (word: string, at: number) => {
    others.push({ word, starts: !LETTER_BEFORE.test(folded.slice(Math.max(0, at - 4), at)) });
    return " ";
  });
  return others.every(({ word }) => SYMBOL.test(word)) ? null : { others, rest };
}
