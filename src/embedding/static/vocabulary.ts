const CONTINUES = 0x9e3779b9 | 0;
const STARTS = 0x811c9dc5 | 0;
const NUMBER_SIGN = 35;

/** The arrays of a vocabulary as the model file holds them, so that opening one takes no loop. */
export interface VocabularyIndex {
  /** Where each token's line starts in the text, in UTF-16 units, and the end of the last: size + 1 values. */
  readonly starts: Uint32Array;
  /** Open addressing with linear probing over a power of two of slots: id + 1, or 0 for empty. */
  readonly slots: Uint16Array;
}

/**
 * The token list: text to id by a hash table over the list's own characters.
 *
 * Asked with a slice of a character buffer, so cutting a word into tokens makes no strings. The table comes ready
 * from the model file: building it, or a `Map` of 30,522 strings, cost a cold process 20 ms (measured on a busy machine). Immutable.
 */
export class Vocabulary {
  /** Number of tokens; ids are 0 to size − 1. */
  readonly size: number;
  readonly #text: string;
  readonly #starts: Uint32Array;
  readonly #slots: Uint16Array;
  readonly #mask: number;

  /** @param text one token a line, in the order of their ids; "##" marks a token that continues a word */
  constructor(text: string, index: VocabularyIndex) {
    this.#text = text;
    this.#starts = index.starts;
    this.#slots = index.slots;
    this.#mask = index.slots.length - 1;
    this.size = index.starts.length - 1;
  }

  /** The token as listed, with its "##". */
  token(id: number): string {
    return this.#text.slice(this.#starts[id], (this.#starts[id + 1] as number) - 1);
  }

  /** Hash to start from: of a word's first token, or of one that continues it. */
  static seed(continues: boolean): number {
    return continues ? CONTINUES : STARTS;
  }

  /** Extends a hash by one UTF-16 unit (FNV-1a, one round a unit). */
  static extend(hash: number, unit: number): number {
    return Math.imul(hash ^ unit, 0x01000193);
  }

  /**
   * @param hash of exactly the units in the range, from `seed` and `extend`
   * @returns the id, or −1
   */
  find(hash: number, units: Uint16Array, from: number, to: number, continues: boolean): number {
    // FNV mixes upwards, so the high half is folded into the low.
    for (let slot = ((hash >>> 15) ^ hash) & this.#mask; ; slot = (slot + 1) & this.#mask) {
      const entry = this.#slots[slot] as number;
      if (entry === 0) return -1;
      if (this.#equals(entry - 1, units, from, to, continues)) return entry - 1;
    }
  }

  #equals(id: number, units: Uint16Array, from: number, to: number, continues: boolean): boolean {
    let at = this.#starts[id] as number;
    const length = (this.#starts[id + 1] as number) - 1 - at;
    if (length !== to - from + (continues ? 2 : 0)) return false;
    if (this.#continues(at, length) !== continues) return false;
    if (continues) at += 2;
    for (let i = from; i < to; i++, at++) if (this.#text.charCodeAt(at) !== units[i]) return false;
    return true;
  }

  #continues(at: number, length: number): boolean {
    return length > 2 && this.#text.charCodeAt(at) === NUMBER_SIGN && this.#text.charCodeAt(at + 1) === NUMBER_SIGN;
  }
}
