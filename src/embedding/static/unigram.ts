import { Vocabulary } from "./vocabulary.ts";

/** What it costs to pass over the mark of a word's beginning, and over a character that no token holds, in tenths of a negative logarithm. */
const NO_START = 40;
const UNKNOWN = 250;
/** Tokens of the vocabulary have at most so many characters. */
const CHARACTERS_A_TOKEN = 16;
/** A longer run is cut here and there: the bound on what is held. */
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
   *
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
