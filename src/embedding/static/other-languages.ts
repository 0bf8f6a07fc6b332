import { type ModelFile, readModelHeader, readPart, Vocabulary } from "./model-file.ts";
import { layTokens, type StaticTable, TableRows } from "./table.ts";

/** The table of other languages: what each of their tokens adds to a text's vector. */
export interface LanguageTable extends Pick<StaticTable, "vocabulary" | "rows" | "scales" | "identity"> {
  /** Components a row; those after them are zero. The axes are in order of what they keep, so the first ones do. */
  readonly dimension: number;
  /** What a token costs the tokenizer. */
  readonly costs: Uint8Array;
}

/**
 * Lays a table of other languages over its file. Format: `models/README.md`.
 * @param english identity of the table in whose space its rows lie
 * @throws LociError `MODEL_UNAVAILABLE` when the file is of another kind, cut short, or made for another table
 */
export function layLanguages(file: ModelFile, vocabulary: string, english: string): LanguageTable {
  const header = readModelHeader(file, "LOCILANG");
  const [tokens, dimension] = header.counts;
  const madeFor = Buffer.from(readPart(file, 64, 32)).toString("hex");
  const { endsAt, ...columns } = layTokens(file, vocabulary, {
    counts: header.counts,
    startsAt: 96,
    // A cost and a row for each token. A table made for other files is none.
    rest: madeFor === english ? tokens + tokens * dimension : null,
    beside: "the files",
  });
  return {
    dimension,
    ...columns,
    costs: readPart(file, endsAt, tokens),
    rows: new TableRows(file, { at: endsAt + tokens, rowBytes: dimension, tokens }),
    identity: header.identity,
  };
}

/** Cuts words of other scripts into tokens and adds up their rows. Not re-entrant, which matters to nobody because no call suspends. */
export class OtherLanguages {
  readonly #table: LanguageTable;
  readonly #tokenizer: UnigramTokenizer;

  constructor(table: LanguageTable) {
    this.#table = table;
    this.#tokenizer = new UnigramTokenizer(table.vocabulary, table.costs);
  }

  encode(words: readonly OtherWord[]): number[] {
    const ids: number[] = [];
    for (const { word, starts } of words) this.#tokenizer.encode(word, starts, ids);
    return ids;
  }

  /** Adds the rows of the words' tokens, in their order and in double precision. @param sum at least as wide as the rows */
  addTo(sum: Float64Array, words: readonly OtherWord[]): void {
    const { dimension, rows: table, scales } = this.#table;
    const ids = this.encode(words);
    table.take(ids);
    for (const id of ids) {
      const scale = scales[id] as number;
      if (scale === 0) continue;
      const at = id * dimension;
      for (let d = 0; d < dimension; d++) sum[d] = (sum[d] as number) + scale * (table.values[at + d] as number);
    }
  }
}

/** Costs of skipping the mark of a word's beginning and a character without a token, in tenths of a negative logarithm. */
const NO_START = 40;
const UNKNOWN = 250;
/** Tokens of the vocabulary have at most so many characters. */
const CHARACTERS_A_TOKEN = 16;
/** Maximum length of a run in UTF-16 units; longer ones are cut, which bounds memory. */
const UNITS_A_RUN = 512;
const NOWHERE = 0x3fffffff;

/**
 * Cuts words into the tokens of least cost in sum (Kudo, "Subword regularization", 2018: the unigram model, its likeliest path), by
 * dynamic programming over the characters. Costs are whole numbers, so every machine cuts alike; of equals the first found stays.
 *
 * Under a microsecond a character. Holds some kilobytes; not re-entrant.
 */
export class UnigramTokenizer {
  readonly #vocabulary: Vocabulary;
  readonly #costs: Uint8Array;
  readonly #units = new Uint16Array(UNITS_A_RUN);
  readonly #best = new Int32Array(UNITS_A_RUN + 1);
  readonly #from = new Int32Array(UNITS_A_RUN + 1);
  readonly #token = new Int32Array(UNITS_A_RUN + 1);

  /** @param costs one a token of the vocabulary */
  constructor(vocabulary: Vocabulary, costs: Uint8Array) {
    this.#vocabulary = vocabulary;
    this.#costs = costs;
  }

  /**
   * Appends the ids of a folded word; characters that no token holds add nothing.
   * @param starts whether tokens that begin a word may stand first
   */
  encode(word: string, starts: boolean, ids: number[]): void {
    for (let at = 0; at < word.length; at += UNITS_A_RUN)
      this.#encodeRun(word.slice(at, at + UNITS_A_RUN), starts && at === 0, ids);
  }

  #encodeRun(run: string, starts: boolean, ids: number[]): void {
    const length = run.length;
    for (let i = 0; i < length; i++) this.#units[i] = run.charCodeAt(i);
    this.#best.fill(NOWHERE, 0, length + 1);
    this.#best[0] = starts ? NO_START : 0;
    for (let from = 0; from < length; from++) {
      this.#extend(from, length, true, this.#best[from] as number);
      if (from === 0 && starts) this.#extend(0, length, false, 0);
      this.#reach(from, from + 1, -1, (this.#best[from] as number) + UNKNOWN);
    }
    const first = ids.length;
    for (let to = length; to > 0; to = this.#from[to] as number)
      if ((this.#token[to] as number) >= 0) ids.push(this.#token[to] as number);
    reverseFrom(ids, first);
  }

  /** Tries every token that stands at `from`. */
  #extend(from: number, length: number, continues: boolean, cost: number): void {
    let hash = Vocabulary.seed(continues);
    const limit = Math.min(length, from + CHARACTERS_A_TOKEN);
    for (let to = from + 1; to <= limit; to++) {
      hash = Vocabulary.extend(hash, this.#units[to - 1] as number);
      const id = this.#vocabulary.find(hash, this.#units, from, to, continues);
      if (id >= 0) this.#reach(from, to, id, cost + (this.#costs[id] as number));
    }
  }

  #reach(from: number, to: number, token: number, cost: number): void {
    if (cost >= (this.#best[to] as number)) return;
    this.#best[to] = cost;
    this.#from[to] = from;
    this.#token[to] = token;
  }
}

function reverseFrom(ids: number[], first: number): void {
  for (let a = first, b = ids.length - 1; a < b; a++, b--) [ids[a], ids[b]] = [ids[b] as number, ids[a] as number];
}

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
export const foldOther = (text: string): string => text.normalize("NFKC").toLowerCase().replace(DROPPED, "");

/** Whether a text has letters of other scripts than Latin, symbols among them. */
export const isBeyondLatin = (text: string): boolean => BEYOND_LATIN.test(text);

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
