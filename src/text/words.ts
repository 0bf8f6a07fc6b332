import LISTS from "./stop-words.json" with { type: "json" };

/** A word as it stands in a text: `text.slice(start, end)`. */
export interface Word {
  readonly text: string;
  readonly start: number;
  readonly end: number;
}

/**
 * The raw words of a text, in order: runs of letters, digits and marks, as FTS5's `unicode61` cuts them; a run of an unspaced
 * script (Chinese, Thai, …) is a word of its own beside Latin letters, and so are emoji. Nothing is folded: `word.text` is the text's own.
 * @example words("Don't stop").map((word) => word.text) // ["Don", "t", "stop"]
 * Cost: linear, some 30 MB/s of English.
 */
export function words(text: string): Word[] {
  const found: Word[] = [];
  let i = 0;
  while (i < text.length) {
    const codePoint = text.codePointAt(i) as number;
    const kind = characterClass(codePoint);
    if (kind === CharacterClass.separator || kind === CharacterClass.mark) {
      i += codePoint > 0xffff ? 2 : 1;
      continue;
    }
    const end = runEnd(text, i, kind);
    found.push({ text: text.slice(i, end), start: i, end });
    i = end;
  }
  return found;
}

/** Where the run of letters of one class that starts at `start` ends; marks belong to it. */
export function runEnd(text: string, start: number, kind: number): number {
  let i = start;
  while (i < text.length) {
    const codePoint = text.codePointAt(i) as number;
    const next = characterClass(codePoint);
    if (next !== kind && next !== CharacterClass.mark) break;
    i += codePoint > 0xffff ? 2 : 1;
  }
  return i;
}

/** What a code point does to words. */
export const CharacterClass = {
  /** Ends a word. */
  separator: 0,
  /** Letter, digit or private use: makes words. */
  letter: 1,
  /** Combining mark, soft hyphen, joiner: continues a word, never starts one. */
  mark: 2,
  /** Letter of a script that puts no spaces between words. */
  unspaced: 3,
  /** Picture: a word by itself. */
  emoji: 4,
} as const;

const LETTER = /[\p{L}\p{N}\p{Co}]/u;
/** Letters by category, but nothing by themselves: the halfwidth voiced sound marks continue a kana; tatweel and the forms of Arabic marks fold away. */
const NO_LETTER = "\\uff9e\\uff9f\\u0640\\ufc5e-\\ufc63\\ufcf2-\\ufcf4\\ufe70-\\ufe72\\ufe74-\\ufe7f";
const MARK = new RegExp(String.raw`[\p{M}\p{Emoji_Modifier}\u00ad\u200c\u200d\u2060${NO_LETTER}]`, "u");
/** Pictures of their own, not the signs of text that may be drawn as one (©, ™, ↔). */
const EMOJI =
  /\p{Emoji_Presentation}|(?=[\u{1f000}-\u{1faff}])\p{Extended_Pictographic}|[\u2600-\u27bf](?<=\p{Extended_Pictographic})/u;
/** Hangul has spaces, but its particles are written onto the noun; pairs of syllables find the noun (as Lucene's CJK analyser). */
const UNSPACED = new RegExp(
  String.raw`[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Script=Thai}` +
    String.raw`\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}\p{Script=Bopomofo}\p{Script=Yi}\u30fc\uff70]`,
  "u",
);

const BLOCK = 256;
const blocks: (Uint8Array | undefined)[] = new Array(0x110000 / BLOCK).fill(undefined);

/**
 * The class of a code point (a value of `CharacterClass`). Letters and digits are those of FTS5's `unicode61` (L*, N*, Co); unlike there, marks of
 * any script belong to the word, and an emoji is one. Cost: one array read after the first use of its block of 256 code points.
 */
export function characterClass(codePoint: number): number {
  const index = codePoint >>> 8;
  const block = (blocks[index] ??= classifyBlock(index * BLOCK));
  return block[codePoint & (BLOCK - 1)] as number;
}

function classifyBlock(first: number): Uint8Array {
  return Uint8Array.from({ length: BLOCK }, (_, offset) => {
    const character = String.fromCodePoint(first + offset);
    // Marks before scripts: a Thai tone mark never starts a word, though its script is Thai.
    if (MARK.test(character)) return CharacterClass.mark;
    if (!LETTER.test(character)) return EMOJI.test(character) ? CharacterClass.emoji : CharacterClass.separator;
    return UNSPACED.test(character) ? CharacterClass.unspaced : CharacterClass.letter;
  });
}

/**
 * English words too common to search for, folded, by kind: articles and determiners, pronouns, question words, helping verbs,
 * prepositions, conjunctions, adverbs of degree, what is left of contractions when the apostrophe cuts them ("don't" is
 * "don" and "t"), and what people say to a search box. Negations are in it: a bag of words can't use them.
 */
export const STOP_WORDS: readonly string[] = Object.values(LISTS).flat();

const LOOKED_UP: ReadonlySet<string> = new Set(STOP_WORDS);

/**
 * Whether a folded word (see `fold`) is on the stop list.
 * @example isStopWord("when") // true
 */
export const isStopWord = (foldedWord: string): boolean => LOOKED_UP.has(foldedWord);

/**
 * Lower case without diacritics, the form in which words are compared: compatibility forms become plain (NFKC: "ﬁ" is "fi",
 * "Ａ" is "a"), Latin and Greek letters and digits lose their accents ("É" is "e", as with `unicode61 remove_diacritics 2`), and
 * letters that people type in two ways become one ("ß" is "ss", "ø" is "o", "ё" is "е", "ς" is "σ", "أ" is "ا"). Vowel signs of
 * Arabic and points of Hebrew, which most texts leave out, go; marks of other scripts are letters there and stay ("й", Devanagari
 * vowels). Digits are those of ASCII by their value ("٣" is "3"). Soft hyphens, joiners, tatweel and variation selectors go.
 *
 * Idempotent. Cost: ASCII is one scan and `toLowerCase`; the rest about a microsecond a word.
 * @example fold("Café ﬁn") // "cafe fin"
 */
export function fold(text: string): string {
  for (let i = 0; i < text.length; i++) {
    if (text.charCodeAt(i) > 127) return foldUnicode(text);
  }
  return text.toLowerCase();
}

const foldUnicode = (text: string): string =>
  text
    .normalize("NFKD")
    .toLowerCase()
    .normalize("NFKD")
    .replace(IGNORABLE, "")
    .replace(ACCENTED, "$1")
    .replace(DIGIT, digitValue)
    .replace(TWO_WAYS, (letter) => SPELT.get(letter) as string)
    .normalize("NFC");

/** Soft hyphen, combining grapheme joiner, tatweel, zero-width (non-)joiner, word joiner, variation selectors; marks of Hebrew and Arabic, hamza too. */
const IGNORABLE =
  /[\u00ad\u034f\u0640\u200c\u200d\u2060\ufe00-\ufe0f]|[\u0591-\u05c7\u0610-\u061a\u064b-\u065f\u0670\u06d6-\u06ed](?<=\p{M})/gu;
/** Decimal digits of other scripts than ours; each script has its ten in a row. */
const DIGIT = /(?![0-9])\p{Nd}/gu;
const ACCENTED = /([\p{Script=Latin}\p{Script=Greek}\p{N}])[\p{Mn}\p{Me}]+/gu;
/** Cyrillic ё stands here decomposed, as NFKD leaves it. */
const TWO_WAYS = /е\u0308|[ßæœøłđðþıςٱىیکۀةھ]/g;
const SPELT: ReadonlyMap<string, string> = new Map(
  [
    ..."е\u0308 е ß ss æ ae œ oe ø o ł l đ d ð d þ th ı i ς σ ٱ ا ى ي ی ي ک ك ۀ ه ة ه ھ ه".matchAll(/(\S+) (\S+)/gu),
  ].map(([, written, spelt]) => [written as string, spelt as string]),
);

function digitValue(digit: string): string {
  const codePoint = digit.codePointAt(0) as number;
  let zero = codePoint;
  while (codePoint - zero < 9 && NUMERAL.test(String.fromCodePoint(zero - 1))) zero--;
  return String(codePoint - zero);
}

const NUMERAL = /\p{Nd}/u;

/** Accents: what joins a letter, the sign or letter of TeX's command, the end of HTML's name. */
const ACCENTS = byName(
  "\u0300 ` grave,\u0301 ' acute,\u0302 ^ circ,\u0303 ~ tilde,\u0308 \" uml,\u0304 =,\u0307 .,\u0306 u,\u030c v caron,\u030b H," +
    "\u0327 c cedil,\u0328 k,\u030a r ring,\u0323 d,\u0331 b",
);
/** Letters: as they are, TeX's command, HTML's name. */
const NAMED = byName(
  "ß ss szlig,æ ae aelig,Æ AE AElig,œ oe oelig,Œ OE OElig,ø o oslash,Ø O Oslash,ł l,Ł L,å aa,Å AA,ı i,đ dj,ð dh eth,þ th thorn",
);

function byName(table: string): ReadonlyMap<string, string> {
  return new Map(
    table.split(",").flatMap((row) => row.split(" ").map((name) => [name, row.slice(0, row.indexOf(" "))])),
  );
}

/**
 * How TeX and HTML write such letters. Without braces only inside a word: a quotation mark behind a backslash may be just that. Made when first needed:
 * groups of one name are beyond the Nodes that are told which one is needed.
 */
let command: RegExp | null = null;

/**
 * A text with the letters that TeX and HTML write as commands and names.
 * @example withLetters('M\\"uller, Stra{\\ss}e, &Ouml;l') // "Müller, Straße, Öl"
 * Cost: linear.
 */
export function withLetters(text: string): string {
  if (!text.includes("\\") && !text.includes("&")) return text;
  command ??= new RegExp(
    [
      String.raw`\\(?<accent>["'^~=.\x60uvHckrdb])\{\\?(?<letter>[A-Za-z])\s?\}`,
      String.raw`\{\\(?<accent>["'^~=.\x60])\\?(?<letter>[A-Za-z])\s?\}`,
      String.raw`(?<=[\p{L}}])\\(?<accent>["'^~=.\x60])(?:\\(?<letter>[ij])\s?|(?<letter>[A-Za-z]))`,
      String.raw`(?<=\p{L})\\(?<accent>[uvHckrdb])\s(?<letter>[A-Za-z])`,
      String.raw`\{?\\(?<name>[A-Za-z]{1,2})(?![A-Za-z])(?:\{\}|\s)?\}?`,
      "&(?<letter>[A-Za-z])(?<accent>grave|acute|circ|tilde|uml|caron|cedil|ring);|&(?<name>[A-Za-z]{3,6});",
    ].join("|"),
    "gu",
  );
  return text.replace(command, (all, ...rest) => {
    const { accent, letter, name } = rest.at(-1) as Readonly<Record<string, string | undefined>>;
    if (accent === undefined) return NAMED.get(name ?? "") ?? all;
    const one = `${letter ?? ""}${ACCENTS.get(accent) ?? ""}`.normalize("NFC");
    return one.length === 1 ? one : all;
  });
}

export function foldedWords(text: string): string {
  const folded = words(text).map((word) => fold(word.text));
  return folded.join(" ");
}

/** Order of texts, or of numbers, that is the same on every machine: texts go by their code units. */
export const ascending = <T extends string | number>(a: T, b: T): number => (a < b ? -1 : a > b ? 1 : 0);
