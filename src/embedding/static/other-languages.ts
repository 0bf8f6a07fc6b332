import { readModelHeader } from "./model-file.ts";
import type { OtherWord } from "./other-words.ts";
import { layTokens } from "./table.ts";
import { UnigramTokenizer } from "./unigram.ts";
import type { Vocabulary } from "./vocabulary.ts";

/** The table of other languages: what each of their tokens adds to a text's vector. Views of the file's own bytes; never written to. */
export interface LanguageTable {
  /** Components a row; those after them are zero. The axes are in order of what they keep, so the first ones do. */
  readonly dimension: number;
  readonly vocabulary: Vocabulary;
  /** What a token costs the tokenizer. */
  readonly costs: Uint8Array;
  /** `tokens × dimension`; the real value of a component is itself times its token's scale. */
  readonly rows: Int8Array;
  readonly scales: Float32Array;
  readonly identity: string;
}

/**
 * Lays a table of other languages over the bytes of its file. Format: `models/README.md`.
 *
 * @param english identity of the table in whose space its rows lie
 * @throws LociError `MODEL_UNAVAILABLE` when the file is of another kind, cut short, or made for another table
 */
export function layLanguages(data: Uint8Array, vocabulary: string, english: string, path: string): LanguageTable {
  const header = readModelHeader(data, "LOCILANG", path);
  const [tokens, dimension] = header.counts;
  const madeFor = Buffer.from(data.subarray(64, 96)).toString("hex");
  const {
    vocabulary: words,
    scales,
    endsAt,
  } = layTokens(data, vocabulary, {
    header,
    startsAt: 96,
    // A cost and a row for each token. A table made for other files is none.
    rest: madeFor === english ? tokens + tokens * dimension : null,
    path,
    beside: "the files",
  });
  return {
    dimension,
    vocabulary: words,
    costs: new Uint8Array(data.buffer, endsAt, tokens),
    rows: new Int8Array(data.buffer, endsAt + tokens, tokens * dimension),
    scales,
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

  /** The tokens of some words, in order. */
  encode(words: readonly OtherWord[]): number[] {
    const ids: number[] = [];
    for (const { word, starts } of words) this.#tokenizer.encode(word, starts, ids);
    return ids;
  }

  /** Adds the rows of the words' tokens, in their order and in double precision. @param sum at least as wide as the rows */
  addTo(sum: Float64Array, words: readonly OtherWord[]): void {
    const { dimension, rows, scales } = this.#table;
    for (const id of this.encode(words)) {
      const scale = scales[id] as number;
      if (scale === 0) continue;
      const at = id * dimension;
      for (let d = 0; d < dimension; d++) sum[d] = (sum[d] as number) + scale * (rows[at + d] as number);
    }
  }
}
