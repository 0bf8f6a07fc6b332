import { isBeyondLatin } from "./other-languages.ts";
import { Vocabulary } from "./model-file.ts";

/** A word of the text as the tokenizer sees it (folded), with its token ids. */
export interface TokenizedWord {
  readonly word: string;
  readonly ids: readonly number[];
}

/** Longer words are one unknown token: the reference's rule, and the bound on work a word. */
const CHARACTERS_A_WORD = 100;
/** Longer tokens than this are in no BERT vocabulary (the longest has 18), and needn't be looked for. */
const UNITS_A_TOKEN = 32;

// What `#kinds` holds of a UTF-16 unit. 0: not met yet.
const PART = 1; // becomes the one unit in `#folded`
const BREAK = 2; // white space
const ALONE = 3; // a word by itself, as it is
const OTHER = 4; // dropped, or becomes several units
const BEYOND = 8; // added to one of these: a letter of another script than Latin

/**
 * WordPiece in the uncased BERT convention: fold, cut at spaces and punctuation, then take the longest
 * token from the left. Ids agree with the reference library's; special tokens are not added, and one that is
 * spelled out in the text ("[SEP]") is plain text here.
 *
 * About ten million tokens a second. Holds 200 KB of scratch space, so make one and keep it; not re-entrant, which
 * matters to nobody because no call suspends.
 */
export class WordPieceTokenizer {
  readonly #vocabulary: Vocabulary;
  readonly #unknown: number;
  readonly #kinds = new Uint8Array(0x10000);
  readonly #folded = new Uint16Array(0x10000);
  /** The word being gathered. A code point takes two units at most; past the limit nothing is written. */
  readonly #word = new Uint16Array(2 * CHARACTERS_A_WORD);
  readonly #hashes = new Int32Array(2 * CHARACTERS_A_WORD);
  #units = 0;
  #characters = 0;
  #beyondLatin = false;
  #ids = new Uint16Array(1024);
  #count = 0;

  /** @param unknown the id of "[UNK]" */
  constructor(vocabulary: Vocabulary, unknown = 100) {
    this.#vocabulary = vocabulary;
    this.#unknown = unknown;
  }

  /**
   * Token ids of a text, in order.
   * @returns a view that the next call overwrites
   */
  encode(text: string): Uint16Array {
    this.#count = 0;
    this.#scan(text, this.#endWord);
    return this.#ids.subarray(0, this.#count);
  }

  /** The token of a text that is a single one, else −1. Makes nothing. */
  only(text: string): number {
    this.#count = 0;
    this.#scan(text, this.#endWord);
    return this.#count === 1 ? (this.#ids[0] as number) : -1;
  }

  /** Whether the text that was read last has letters of other scripts than Latin, symbols among them; it costs nothing to know. */
  get beyondLatin(): boolean {
    return this.#beyondLatin;
  }

  /** The words of a text with their ids. Makes a string and two arrays a word: for questions, not for passages. */
  encodeWords(text: string): readonly TokenizedWord[] {
    const words: TokenizedWord[] = [];
    this.#count = 0;
    this.#scan(text, () => {
      if (this.#characters === 0) return;
      const word = String.fromCharCode(...this.#word.subarray(0, this.#units));
      const first = this.#count;
      this.#endWord();
      words.push({ word, ids: [...this.#ids.subarray(first, this.#count)] });
    });
    return words;
  }

  #scan(text: string, endWord: () => void): void {
    this.#beyondLatin = false;
    for (let i = 0; i < text.length; i++) {
      const unit = text.charCodeAt(i);
      const kind = this.#kinds[unit] || this.#learn(unit);
      if (kind === PART) this.#append(this.#folded[unit] as number);
      else if (kind === BREAK) endWord();
      else if (kind === ALONE) {
        endWord();
        this.#append(unit);
        endWord();
      } else {
        if (kind > BEYOND) this.#beyondLatin = true;
        const codePoint = text.codePointAt(i) as number;
        if (codePoint > 0xffff) i++;
        if (kind === BEYOND + PART) this.#append(this.#folded[unit] as number);
        else this.#appendFolded(foldCharacter(codePoint), endWord);
      }
    }
    endWord();
  }

  #learn(unit: number): number {
    const surrogate = unit >= 0xd800 && unit <= 0xdfff;
    const folded = surrogate ? "" : foldCharacter(unit);
    const character = String.fromCharCode(unit);
    const kind = folded === " " ? BREAK : folded.length === 1 ? PART : folded === ` ${character} ` ? ALONE : OTHER;
    if (kind === PART) this.#folded[unit] = folded.charCodeAt(0);
    this.#kinds[unit] = isBeyondLatin(character) ? BEYOND + kind : kind;
    return this.#kinds[unit] as number;
  }

  #appendFolded(folded: string, endWord: () => void): void {
    for (let i = 0; i < folded.length; i++) {
      const unit = folded.charCodeAt(i);
      if (unit === 32) endWord();
      else this.#append(unit);
    }
  }

  #append(unit: number): void {
    // The second half of a pair belongs to a character that is counted already.
    if ((unit & 0xfc00) !== 0xdc00) this.#characters++;
    if (this.#characters <= CHARACTERS_A_WORD) this.#word[this.#units++] = unit;
  }

  readonly #endWord = (): void => {
    const characters = this.#characters;
    const units = this.#units;
    this.#characters = 0;
    this.#units = 0;
    if (characters === 0) return;
    if (this.#count + units > this.#ids.length) this.#grow(this.#count + units);
    const first = this.#count;
    for (let from = 0; from < units;) {
      const id = characters > CHARACTERS_A_WORD ? -1 : this.#longest(from, units);
      if (id < 0) {
        this.#count = first;
        this.#ids[this.#count++] = this.#unknown;
        return;
      }
      from = this.#matched;
      this.#ids[this.#count++] = id;
    }
  };

  /** End of the last match, beside its id: a pair would be an allocation a token. */
  #matched = 0;

  /** The longest token that stands at `from`; hashes of all prefixes come from one pass. */
  #longest(from: number, units: number): number {
    const continues = from > 0;
    const limit = Math.min(units, from + UNITS_A_TOKEN);
    let hash = Vocabulary.seed(continues);
    for (let i = from; i < limit; i++) {
      hash = Vocabulary.extend(hash, this.#word[i] as number);
      this.#hashes[i] = hash;
    }
    for (let to = limit; to > from; to--) {
      const id = this.#vocabulary.find(this.#hashes[to - 1] as number, this.#word, from, to, continues);
      if (id >= 0) {
        this.#matched = to;
        return id;
      }
    }
    return -1;
  }

  #grow(atLeast: number): void {
    const grown = new Uint16Array(Math.max(atLeast, 2 * this.#ids.length));
    grown.set(this.#ids);
    this.#ids = grown;
  }
}

/**
 * What one code point becomes before words are cut, in the uncased BERT convention:
 * controls go, white space becomes a space, accents go, capitals become small,
 * ideographs and punctuation stand alone.
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
  if (codePoint === 0xfffd || CONTROL.test(character)) return "";
  if (SPACE.test(character)) return " ";
  let folded = "";
  for (const part of character.normalize("NFD").replace(MARKS, "")) {
    // One code point at a time: lowercasing whole words would turn a final sigma into another letter.
    const small = part.toLowerCase();
    folded += STANDS_ALONE.test(small) ? ` ${small} ` : small;
  }
  return IDEOGRAPH.test(character) ? ` ${folded} ` : folded;
}

const CONTROL = /[\p{Cc}\p{Cf}\p{Cs}\p{Co}]/u;
const SPACE = /\p{White_Space}/u;
const MARKS = /\p{Mn}/gu;
/** ASCII symbols count as punctuation; other symbols ("€", "→", emoji) are parts of words. */
const STANDS_ALONE = /[\p{P}$+<=>^`|~]/u;

/** The blocks that BERT cuts into single characters. Kana and Hangul are not among them. */
const IDEOGRAPH = new RegExp(
  String.raw`[\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff\u{20000}-\u{2a6df}\u{2a700}-\u{2b73f}\u{2b740}-\u{2b81f}` +
    String.raw`\u{2b920}-\u{2ceaf}\u{2f800}-\u{2fa1f}]`,
  "u",
);
