import { setImmediate as nextTurn } from "node:timers/promises";
import { remembered } from "../../caches/bounded-cache.ts";
import { LociError } from "../../model/error.ts";
import type { EmbeddingCapabilities, EmbeddingProvider, ModelIdentity, ReadWords, SimilarWord } from "../port.ts";
import { type NeighbourTable, type StaticTable, neighbourCosine, layNeighbours, layTable } from "./table.ts";
import type { Unrelated } from "../../model/vector.ts";
import { OtherLanguages, splitOtherScripts, type SplitText, layLanguages } from "./other-languages.ts";
import { WordPieceTokenizer } from "./tokenizer.ts";
import { fileURLToPath } from "node:url";
import { modelFile, type ModelFile, readPart } from "./model-file.ts";

export interface StaticEmbeddingOptions {
  /** Left out, `similarWords` answers nothing. */
  readonly neighbours?: NeighbourTable;
  /**
   * Whether a word, folded as the tokenizer folds it, carries no meaning of its own. Such words are dropped
   * from questions, never from passages; a question of stop words only keeps them.
   */
  readonly isStopWord?: (word: string) => boolean;
  /** See `EmbeddingProvider.unrelated`. */
  readonly unrelated?: Unrelated;
  /** The rows of words in other scripts, opened when a text first has some. Left out, such words say nothing. */
  readonly openOthers?: () => OtherLanguages;
}

/** What a word of a passage means: its token, or its tokens; null for one in another script than Latin, whose vector would take a kilobyte. */
type Meaning = number | Uint16Array | null;

/** Id of the token before "the", the commonest word of the vocabulary. */
const FIRST_WORD = 1_995;
/** Words of other scripts whose vectors are kept, a kilobyte each. */
const OTHER_WORDS = 1_024;
/** Words of questions whose vectors are kept: those of a question are asked for of each of its hits. */
const ASKED_WORDS = 16;
/** Texts embedded before the event loop and the signal get a turn: about 4 ms of conversation turns. */
const SLICE = 256;

/**
 * The bundled model: a text's vector is the sum of its tokens' rows, at unit length.
 *
 * A passage counts whole, however long; texts of several hundred words blur, so cut them before.
 * Words of other scripts than Latin add their rows of a table of their own, in the same space: a question in English finds a
 * passage in Japanese. A text without such words has the same vector whether that table is there or not.
 * Sums are made in double precision in the order of the tokens, so every machine gives the same bytes.
 * Cost: about 15 µs a conversation turn of 140 characters, on the calling thread, which is yielded every 256 texts.
 * @example
 * const provider = openStaticEmbedding();
 * const [vector] = await provider.embedPassages(["I went hiking on Sunday"]);
 */
export class StaticEmbedding implements EmbeddingProvider {
  readonly identity: ModelIdentity;
  readonly capabilities: EmbeddingCapabilities;
  readonly unrelated?: Unrelated;
  readonly #table: StaticTable;
  readonly #tokenizer: WordPieceTokenizer;
  readonly #neighbours: NeighbourTable | undefined;
  readonly #isStopWord: (word: string) => boolean;
  readonly #openOthers: (() => OtherLanguages) | undefined;
  #others: OtherLanguages | undefined;
  /** Vector of a word that `leastMet` was asked for. */
  readonly #ofOtherScript = remembered(OTHER_WORDS, (word) => this.#ofText(word));
  /** One over the length of a token's row, as far as it was asked for: half of what a pair costs. Tokens have 16 bits. */
  readonly #inverses = new Float64Array(0x10000);
  readonly #askedWord = remembered(ASKED_WORDS, (word) => this.#ofText(word));

  constructor(table: StaticTable, options: StaticEmbeddingOptions = {}) {
    this.#table = table;
    this.#tokenizer = new WordPieceTokenizer(table.vocabulary);
    this.#neighbours = options.neighbours;
    if (options.unrelated !== undefined) this.unrelated = options.unrelated;
    this.#isStopWord = options.isStopWord ?? (() => false);
    this.#openOthers = options.openOthers;
    this.identity = {
      provider: "static",
      model: "loci-static",
      dimension: table.dimension,
      version: table.identity.slice(0, 12),
    };
    this.capabilities = { local: true, maxBatch: 4096, similarWords: options.neighbours !== undefined };
  }

  async embedPassages(
    texts: readonly string[],
    options: { readonly signal?: AbortSignal } = {},
  ): Promise<readonly Float32Array[]> {
    const vectors: Float32Array[] = [];
    for (const text of texts) {
      if (vectors.length % SLICE === 0) {
        if (vectors.length > 0) await nextTurn();
        throwIfCancelled(options.signal);
      }
      vectors.push(this.#ofText(text));
    }
    return vectors;
  }

  async embedQuery(text: string, options: { readonly signal?: AbortSignal } = {}): Promise<Float32Array> {
    throwIfCancelled(options.signal);
    const read = this.#tokenizer.encodeWords(text);
    const split = this.#split(text);
    const words = split === null ? read : this.#tokenizer.encodeWords(split.rest);
    const telling = words.filter(({ word }) => !this.#isStopWord(word));
    const kept = telling.length > 0 || split !== null ? telling : words;
    return this.#vector(Uint16Array.from(kept.flatMap(({ ids }) => ids)), split);
  }

  /**
   * Nearest words that are whole tokens, for a word that is one: a look-up. Words of several pieces have none:
   * the sum of the pieces lies nearest the first piece ("veganism" near "vega", "metformin" near "met"), not near
   * words of like meaning. Case and accents of `word` don't matter.
   */
  similarWords(word: string, limit: number): readonly SimilarWord[] {
    const neighbours = this.#neighbours;
    const id = neighbours === undefined ? -1 : this.#tokenizer.only(word);
    if (neighbours === undefined || id < 0) return [];
    const first = neighbours.starts[id] as number;
    const end = Math.min(neighbours.starts[id + 1] as number, first + Math.max(0, limit));
    const found: SimilarWord[] = [];
    for (let i = first; i < end; i++)
      found.push({
        word: this.#table.vocabulary.token(neighbours.tokens[i] as number),
        similarity: neighbourCosine(neighbours.cosines[i] as number),
      });
    return found;
  }

  /** The vocabulary lists whole words by falling frequency, behind single characters and marks. */
  frequencyRank(word: string): number | null {
    const id = this.#tokenizer.only(word);
    return id < 0 ? null : Math.max(1, id - FIRST_WORD);
  }

  /**
   * First by rows as they are, by the kernel, then by vectors and in order for those that may be the nearest.
   * Cost: some 0.2 µs a word, once; and 0.1 µs a pair, until one of `words` is met by chance alone: mostly the first.
   */
  leastMet(
    words: readonly string[],
    others: ReadWords,
    { but, chance }: { readonly but: ReadonlySet<string>; readonly chance: number },
  ): number {
    const meanings = others.meanings as readonly Meaning[];
    const ids = idsOf(meanings);
    let least = Number.POSITIVE_INFINITY;
    for (const word of words) {
      const asked = this.#askedWord(word);
      const products = this.#table.rows.multiply(ids, asked);
      const about: number[] = [];
      let best = 0;
      for (let i = 0, at = 0; i < meanings.length; i++) {
        const meaning = meanings[i] as Meaning;
        const other = others.words[i] as string;
        const one = meaning === null ? dot(asked, this.#ofOtherScript(other)) : this.#about(meaning, products, at);
        at += typeof meaning === "number" ? 1 : (meaning?.length ?? 0);
        about.push(but.has(other) ? -1 : one);
        best = Math.max(best, about[i] as number);
      }
      if (best < chance - ROUNDING) return 0;
      if (best >= least + ROUNDING) continue;
      let nearest = 0;
      for (let i = 0; i < about.length; i++) {
        if ((about[i] as number) < best - ROUNDING) continue;
        const meaning = meanings[i] as Meaning;
        const own = typeof meaning === "number" ? Uint16Array.of(meaning) : meaning;
        const other = own === null ? this.#ofOtherScript(others.words[i] as string) : this.#vector(own, null);
        nearest = Math.max(nearest, dot(asked, other));
      }
      least = Math.min(least, nearest);
    }
    return least > chance ? least : 0;
  }

  /** Keeping meanings by words is slower than reading them again: no collection has as few words as are worth keeping. */
  readWords(words: readonly string[]): ReadWords {
    const meanings = words.map((word): Meaning => {
      const token = this.#tokenizer.only(word);
      if (this.#tokenizer.beyondLatin) return null;
      return token < 0 ? this.#tokenizer.encode(word).slice() : token;
    });
    // Rows that aren't here yet, in one read.
    this.#table.rows.take(idsOf(meanings));
    return { words, meanings };
  }

  /** The cosine of an asked word and another, about. @param products with the rows of its tokens, from `at` on */
  #about(meaning: number | Uint16Array, products: readonly number[], at: number): number {
    const { rows, scales } = this.#table;
    if (typeof meaning === "number") {
      this.#inverses[meaning] ||= inverseLength(rows.sum(Uint16Array.of(meaning), scales));
      return (scales[meaning] as number) * (products[at] as number) * (this.#inverses[meaning] as number);
    }
    const sum = meaning.reduce((sum, id, i) => sum + (scales[id] as number) * (products[at + i] as number), 0);
    return sum * inverseLength(rows.sum(meaning, scales));
  }

  #ofText(text: string): Float32Array {
    const ids = this.#tokenizer.encode(text);
    const split = this.#split(text);
    return this.#vector(split === null ? ids : this.#tokenizer.encode(split.rest), split);
  }

  /** @param text which the tokenizer has just read */
  #split(text: string): SplitText | null {
    return this.#tokenizer.beyondLatin && this.#openOthers !== undefined ? splitOtherScripts(text) : null;
  }

  #vector(ids: Uint16Array, split: SplitText | null): Float32Array {
    const { dimension, rows, scales } = this.#table;
    const sum = rows.sum(ids, scales);
    if (split !== null) (this.#others ??= this.#openOthers?.())?.addTo(sum, split.others);
    const inverse = inverseLength(sum);
    const vector = new Float32Array(dimension);
    for (let d = 0; d < dimension; d++) vector[d] = (sum[d] as number) * inverse;
    return vector;
  }
}

/** The tokens of words, one after the other. */
function idsOf(meanings: readonly Meaning[]): readonly number[] {
  const ids: number[] = [];
  for (const meaning of meanings)
    if (typeof meaning === "number") ids.push(meaning);
    else if (meaning !== null) ids.push(...meaning);
  return ids;
}

/** 0 for a vector without length. */
function inverseLength(vector: Float64Array): number {
  let squares = 0;
  for (let d = 0; d < vector.length; d++) squares += (vector[d] as number) ** 2;
  return squares === 0 ? 0 : 1 / Math.sqrt(squares);
}

/** More than a cosine of rows can differ by from that of their vectors, which are in single precision. */
const ROUNDING = 1e-6;

function dot(a: Float32Array, b: Float32Array): number {
  let sum = 0;
  for (let i = 0; i < a.length; i++) sum += (a[i] as number) * (b[i] as number);
  return sum;
}

function throwIfCancelled(signal: AbortSignal | undefined): void {
  if (signal?.aborted) throw new LociError("CANCELLED", "embedding was cancelled", { cause: signal.reason });
}

/** The models folder of the package: three up from here, in the sources and in `dist` alike. */
const MODELS = new URL("../../../models/", import.meta.url);

/** As `measureUnrelated` has it of the bundled table, which a test compares: measuring takes a millisecond that a cold search can do without. */
const UNRELATED: Unrelated = { mean: 0.07242631906579218, deviation: 0.09440409128044493 };

/**
 * Opens the bundled model with its neighbour table.
 * @param options `isStopWord`: see `StaticEmbeddingOptions`
 * @throws LociError `MODEL_UNAVAILABLE` when the model's files are missing or damaged
 * Cost: reads 0.9 MB, 2 ms in a cold process; keep the result. Rows of words are read when a text first has them, and the table of other languages is
 * opened then.
 * @example
 * const provider = openStaticEmbedding({ isStopWord });
 */
export function openStaticEmbedding(options: Pick<StaticEmbeddingOptions, "isStopWord"> = {}): StaticEmbedding {
  const table = layTable(bundled("static-256.bin"), vocabularyOf("vocab.txt"));
  return new StaticEmbedding(table, {
    ...options,
    unrelated: UNRELATED,
    neighbours: layNeighbours(bundled("neighbours-256.bin"), table.identity),
    openOthers: () => openOtherLanguages(table.identity),
  });
}

/**
 * Opens the table of other languages.
 * @param english identity of the table in whose space its rows lie
 * @throws LociError `MODEL_UNAVAILABLE`
 */
const openOtherLanguages = (english: string): OtherLanguages =>
  new OtherLanguages(layLanguages(bundled("languages-192.bin"), vocabularyOf("languages.txt"), english));

const bundled = (name: string): ModelFile => modelFile(fileURLToPath(new URL(name, MODELS)));

function vocabularyOf(name: string): string {
  const file = bundled(name);
  return new TextDecoder().decode(readPart(file, 0, file.size));
}
